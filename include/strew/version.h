/* The one version number. The build reads it from here. */
#ifndef STREW_VERSION_H
#define STREW_VERSION_H

#define STREW_VERSION_MAJOR 0
#define STREW_VERSION_MINOR 1
#define STREW_VERSION_PATCH 0
#define STREW_VERSION_STRING "0.1.0"

#endif
