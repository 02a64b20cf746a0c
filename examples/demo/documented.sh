# The examples from the documentation of other systems, on the command line.

# Shows the output and whether it is byte for byte what the page prints.
show_output() {
  strew inspect "$1.output.npy"
  same "what the page prints" "$1.output.npy" "$1.documented.npy"
}

# show_scatter NAME [FLAG...], show_gather NAME [FLAG...]: the operands, the call, the output.
show_scatter() {
  name=$1
  shift
  strew inspect "$name.data.npy" "$name.indices.npy" "$name.updates.npy"
  show strew scatter-nd "$name.data.npy" "$name.indices.npy" "$name.updates.npy" "$@" -o "$name.output.npy"
  show_output "$name"
}

show_gather() {
  name=$1
  shift
  strew inspect "$name.data.npy" "$name.indices.npy"
  show strew gather-nd "$name.data.npy" "$name.indices.npy" "$@" -o "$name.output.npy"
  show_output "$name"
}

# A call that must be refused with exit code 3 and must not leave a file behind.
show_refusal() {
  rm -f outside.npy
  strew inspect scatter_nd.data.npy scatter_nd.outside.npy
  code=0
  show strew scatter-nd scatter_nd.data.npy scatter_nd.outside.npy scatter_nd.updates.npy -o outside.npy 2>&1 || code=$?
  [ "$code" -eq 3 ] && [ ! -e outside.npy ]
  echo "exit code $code, outside.npy was not written"
}

write_examples .

title "ScatterND, as printed in the pages of DirectML and ONNX"
show_scatter scatter_nd

title "ScatterND with reduction add (ONNX): both updates address the first matrix"
show_scatter scatter_nd_add --reduction add

title "GATHER_ND (DirectML): pairs of indices name rows"
show_gather gather_nd

title "GATHER_ND1 (DirectML): one batch dimension"
show_gather gather_nd1 --batch-dims 1

title "GatherND (ONNX, example 1): pairs of indices name elements"
show_gather onnx_gather_1

title "GatherND (ONNX, example 5): one batch dimension"
show_gather onnx_gather_5 --batch-dims 1

title "An index that is outside: nothing is written"
show_refusal
