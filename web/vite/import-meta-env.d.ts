interface ImportMetaEnv {
  /** Where the pages will be found, set when they are built. */
  readonly PUBLIC_URL: string
}
