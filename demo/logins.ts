/** Everybody can read them in the source: good for a demo, and for nothing else. */
export const demoPassword = 'learn-by-demo'
/** For students who have not chosen a password yet. */
export const oneTimePassword = 'demo-demo-demo'

export const adminEmail = 'admin@demo.example'
export const studentEmail = 'priya.nair@demo.example'
