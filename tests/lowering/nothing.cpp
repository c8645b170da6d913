#include <iostream>
int main() { std::cout << "no kernel here" << (1 << 3); }
