/** The engine and the number of server processes that a bench runs with. */
export type SetUp = { readonly engine: 'sqlite' | 'postgres'; readonly processes: number }
