import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { cleanForwardedFor, isLoopback, toNetwork } from './network-address.ts'

it.each([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '::FFFF:192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:c000:207', network: '192.0.2.7' },
  { address: '2001:db8:0:7::1', network: '2001:db8:0:7' },
  { address: '2001:db8::7:1:2:3:4', network: '2001:db8:0:7' },
  { address: '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', network: '2001:db8:0:7' },
  { address: '::1', network: '0:0:0:0' },
  { address: '2001:db8::', network: '2001:db8:0:0' },
  { address: 'not an address', network: 'not an address' },
])('$address is of the network $network', ({ address, network }) => {
  expect(toNetwork(address)).toBe(network)
})

it('every address that a socket may have is of a network', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('fe80::1%eth0')), (address) => {
      expect(toNetwork(address)).toMatch(/^(\d+\.){3}\d+$|^([\da-f]{1,4}:){3}[\da-f]{1,4}$/)
    }),
  )
})

it('the 2^64 addresses of a household are one network', () => {
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

it.each([
  'localhost',
  'lab.localhost',
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '[::1]',
  '[::ffff:127.0.0.1]',
])('%s is this machine', (hostname) => {
  expect(isLoopback(hostname)).toBe(true)
})

it.each([
  'localhost.example',
  '128.0.0.1',
  '127.1',
  '0x7f000001',
  '[::2]',
  '',
  '127.0.0.1.example',
])('"%s" is another machine', (hostname) => {
  expect(isLoopback(hostname)).toBe(false)
})

it.each(['10.0.0.1', '2001:db8::1', '10.0.0.0/8', 'fd00::/8', 'loopback'])(
  '%s is accepted as the address of a proxy',
  (proxy) => {
    expect(readConfig({ TRUST_PROXY: `127.0.0.1, ${proxy}` }).TRUST_PROXY).toEqual([
      '127.0.0.1',
      proxy,
    ])
  },
)

it.each([
  ...['proxy.example', '10.0.0.1 10.0.0.2', '10.0.0.0/40', '127.0.0.1,', 'true'],
  ...['1', '127.1', '1/8', '0x7f000001', '127.0.0.1/', '127.0.0.1/8/8'],
])('"%s" is refused at the start as the address of a proxy', (proxies) => {
  expect(() => readConfig({ TRUST_PROXY: proxies })).toThrow(
    'TRUST_PROXY: Name the addresses of the proxies, such as 127.0.0.1, with commas between',
  )
})

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:51234', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.7, 203.0.113.5:80', '198.51.100.7, 203.0.113.5'],
  ['203.0.113.5, unknown', null],
  ['unknown, 203.0.113.5', '203.0.113.5'],
  ['198.51.100.7, <script>, 203.0.113.5', '203.0.113.5'],
  ['unknown', null],
  ['', null],
  ['a'.repeat(3_000), null],
  ['_hidden, 127.1', null],
])('reads X-Forwarded-For "%s" as %s', (header, addresses) => {
  expect(cleanForwardedFor(header)).toBe(addresses)
})

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6().filter((text) => isIP(text) !== 0),
)
const written = address.chain((text) =>
  fc.constantFrom(text, ...(text.includes(':') ? [`[${text}]`, `[${text}]:80`] : [`${text}:80`])),
)

it('addresses to the left of an invalid one are ignored', () => {
  fc.assert(
    fc.property(fc.array(written), fc.array(address), (forged, kept) => {
      const cleaned = cleanForwardedFor([...forged, 'unknown', ...kept].join(', '))
      expect(cleaned).toBe(kept.length > 0 ? kept.join(', ') : null)
    }),
  )
})
