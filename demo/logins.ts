/** Public, since it is in the source: fit for a demo and nothing else. */
export const demoPassword = 'learn-by-demo'
/** For students who have not chosen a password yet. */
export const oneTimePassword = 'demo-demo-demo'

export const adminEmail = 'admin@demo.example'
export const studentEmail = 'priya.nair@demo.example'
