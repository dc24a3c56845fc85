/** The oldest browsers for the public site, the registration and all that students do. */
export const publicFloor = { chrome: 103, firefox: 115, safari: 15.4 } as const

/** For the screens of staff. */
export const staffFloor = { chrome: 109, firefox: 115, safari: 16.4 } as const

/** For people. Edge has Chrome's numbers. */
export const oldestBrowsers = `Chrome ${publicFloor.chrome}, Edge ${publicFloor.chrome}, Firefox ${publicFloor.firefox} or Safari ${publicFloor.safari}`
