/** On every reply of the server: without it a proxy, a firewall or a portal may have answered. */
export const serverHeader = 'x-exam-server'
