// The steps of a DirectML program from an operator description to its result.
#ifndef STREW_EXAMPLES_DIRECTML_RUN_HPP
#define STREW_EXAMPLES_DIRECTML_RUN_HPP

#include <vector>

#include "strew/directml.h"

// Throws std::runtime_error with the frontend's message if `result` is a failure.
void require(HRESULT result);

// Creates, compiles, binds and dispatches, in the order a program for DirectML does.
void run(IDMLDevice* device, const DML_OPERATOR_DESC& desc, const std::vector<DML_BINDING_DESC>& inputs,
         const std::vector<DML_BINDING_DESC>& outputs);

#endif
