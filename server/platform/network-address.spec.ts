import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toNetwork } from './network-address.ts'

it.each([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '::FFFF:192.0.2.7', network: '192.0.2.7' },
  { address: '2001:db8:0:7::1', network: '2001:db8:0:7' },
  { address: '2001:db8::7:1:2:3:4', network: '2001:db8:0:7' },
  { address: '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', network: '2001:db8:0:7' },
  { address: '::1', network: '0:0:0:0' },
  { address: '2001:db8::', network: '2001:db8:0:0' },
  { address: 'not an address', network: 'not an address' },
])('takes $address for $network', ({ address, network }) => {
  expect(toNetwork(address)).toBe(network)
})

it('counts the 2^64 addresses of a household as one, and its neighbour as another', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const groups = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(groups, groups, groups, (prefix, one, other) => {
      const network = toNetwork([...prefix, ...one].join(':'))
      expect(network).toBe(prefix.join(':'))
      expect(toNetwork([...prefix, ...other].join(':'))).toBe(network)
    }),
  )
})
