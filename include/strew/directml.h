// DirectML's gather and scatter on any machine: GATHER, GATHER_ELEMENTS, GATHER_ND, GATHER_ND1, SCATTER =
// SCATTER_ELEMENTS and SCATTER_ND with DirectML's descriptions, validation and objects, over host memory. Link with
// strew::directml. docs/frontends/directml.md maps each rule of DirectML's documentation to the behaviour here.
//
// Code that fills the descriptions compiles unchanged. What DirectML leaves undefined is defined: among duplicate
// indices the last in row-major order wins; an index outside its extent is E_INVALIDARG before anything is written.
#ifndef STREW_DIRECTML_H
#define STREW_DIRECTML_H

#include "strew/directml/com_ptr.hpp"
#include "strew/directml/descs.hpp"
#include "strew/directml/device.hpp"
#include "strew/directml/enums.hpp"
#include "strew/directml/interface_ids.hpp"
#include "strew/directml/objects.hpp"
#include "strew/directml/operator_types.hpp"
#include "strew/directml/size.hpp"
#include "strew/directml/wrl_com_ptr.hpp"

#endif
