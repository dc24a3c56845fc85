/** Before all other imports: journeys speak of the samples, and so is the build that they open. */
process.env.INSTITUTE_DIR ??= 'sample-institute'
