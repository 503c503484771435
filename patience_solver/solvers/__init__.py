"""Ways to answer, over the reference and the kernel: limits and results, engines that run in slices, their use."""
