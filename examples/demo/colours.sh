# The dominant colours of a photograph: in one program with the library, then the same steps on files, one command each.

title "The dominant colours of a photograph, in C++"
photograph=${PHOTOGRAPH:-$(sample grace_hopper.jpg)}
dominant_colours "$photograph" dominant_colours.png 8 cpp_centres.npy cpp_palette.npy cpp_labels.npy

title "The same steps on files: strew gathers and scatters, k_means_step does what is neither"
show k_means_step points "$photograph" points.npy
show k_means_step seeds points.npy 8 seeds.npy
show strew gather-nd points.npy seeds.npy -o centres.npy
echo "until the centres have stopped (each becomes the mean of its points; one without points stays):"
echo '  $ k_means_step label points.npy centres.npy labels.npy'
echo '  $ strew scatter-nd centres.npy labels.npy points.npy --reduction mean --exclude-self -o moved.npy'
iterations=0
stopped=no
while [ $stopped = no ]; do
  k_means_step label points.npy centres.npy labels.npy
  strew scatter-nd centres.npy labels.npy points.npy --reduction mean --exclude-self -o moved.npy
  move=$(k_means_step moved centres.npy moved.npy) && stopped=yes
  [ -n "$move" ]
  mv moved.npy centres.npy
  iterations=$((iterations + 1))
  [ $iterations -le 200 ]
done
echo "  $iterations iterations; the last moved the centres by at most $move, squared"
echo "the largest group first:"
npy_make full zeros.npy u64 0 8
# shellcheck disable=SC2046  # extents are words
npy_make full ones.npy u64 1 $(strew inspect labels.npy --json | sed 's/.*"extents": \[\(.*\), 1\], "order.*/\1/' | tr -d ,)
show strew scatter-nd zeros.npy labels.npy ones.npy --reduction add -o counts.npy
show strew inspect counts.npy
show k_means_step order counts.npy order.npy numbers.npy
show strew gather-nd centres.npy order.npy -o cli_centres.npy
show strew scatter-nd numbers.npy order.npy numbers.npy -o renamed.npy
show strew gather-nd renamed.npy labels.npy -o cli_labels.npy
echo "the palette, and the picture painted by numbers:"
show k_means_step palette cli_centres.npy cli_palette.npy
show strew gather-nd cli_palette.npy cli_labels.npy -o painting.npy
show k_means_step picture painting.npy painting.png
same "centres" cpp_centres.npy cli_centres.npy
same "palette" cpp_palette.npy cli_palette.npy
same "labels" cpp_labels.npy cli_labels.npy
