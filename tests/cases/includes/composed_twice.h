#include WANTED
