/** On which engine, and with how many processes of the server, a bench runs. */
export type SetUp = { readonly engine: 'sqlite' | 'postgres'; readonly processes: number }
