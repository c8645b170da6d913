template <typename T>
inline __device__ int Encoded<T>::encode(float f) { return halved(3) + int(f); }

template <typename T>
inline __device__ T Encoded<T>::decode(int bits) { return T(bits + halved(2)); }
