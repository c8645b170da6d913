// Within the translated folder a header of the samples' name is the user's.
#pragma once
inline void startTimer() {}
