import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { readSources } from '../testing/sources.ts'
import { clientAddress, placeOf } from './proxies.ts'

/** Client address of a request from this peer with this X-Forwarded-For. */
function seen(setting: string | undefined, peer: string, forwarded?: string): string {
  const trusts = readConfig({ NODE_ENV: 'test', TRUST_PROXY: setting }).trust_proxy
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress({ headers, socket: { remoteAddress: peer } as IncomingMessage['socket'] }, trusts)
}

const invented = '203.0.113.66'

describe('the address of the caller', () => {
  test.each([undefined, '', '0', 'false'])('TRUST_PROXY=%s: the connection, whatever the headers', (setting) => {
    expect(seen(setting, '192.0.2.1', invented)).toBe('192.0.2.1')
    expect(seen(setting, '::ffff:192.0.2.1', invented)).toBe('192.0.2.1')
  })

  test('one proxy that appends its caller: earlier entries invented by the caller are ignored', () => {
    expect(seen('1', '10.0.0.5', '198.51.100.7')).toBe('198.51.100.7')
    expect(seen('1', '10.0.0.5', `${invented}, 198.51.100.7`)).toBe('198.51.100.7')
    expect(seen('1', '10.0.0.5', `${invented}, 10.0.0.5, 198.51.100.7`)).toBe('198.51.100.7')
    expect(seen('1', '10.0.0.5')).toBe('10.0.0.5')
  })

  test('two proxies: the second from the end', () => {
    expect(seen('2', '10.0.0.5', `${invented}, 198.51.100.7, 10.0.0.6`)).toBe('198.51.100.7')
    expect(seen('2', '10.0.0.5', '198.51.100.7')).toBe('198.51.100.7')
  })

  test('proxies by address: a caller that bypasses them is used itself, and no invented chain helps', () => {
    const setting = '10.0.0.0/24, fd00:1::/64'
    expect(seen(setting, '10.0.0.5', `${invented}, 198.51.100.7, 10.0.0.6`)).toBe('198.51.100.7')
    expect(seen(setting, '198.51.100.7', `${invented}, 10.0.0.6`)).toBe('198.51.100.7')
    expect(seen(setting, '10.0.0.5', `${invented}, 10.0.0.9, 198.51.100.7`)).toBe('198.51.100.7')
    expect(seen(setting, 'fd00:1::5', `${invented}, 2001:db8::7`)).toBe('2001:db8::7')
    expect(seen(setting, '10.0.1.5', invented)).toBe('10.0.1.5')
  })

  test('an IPv4 address equals its IPv6-mapped form, at the proxy and at the caller', () => {
    expect(seen('10.0.0.5', '::ffff:10.0.0.5', `${invented}, ::ffff:198.51.100.7`)).toBe('198.51.100.7')
    expect(seen('::ffff:10.0.0.0/120', '10.0.0.5', '::FFFF:198.51.100.7')).toBe('198.51.100.7')
  })

  test('a port, brackets or another spelling do not change the caller', () => {
    for (const spelt of ['198.51.100.7:1', '198.51.100.7:65535', ' 198.51.100.7 ']) {
      expect(seen('1', '10.0.0.5', spelt)).toBe('198.51.100.7')
    }
    for (const spelt of ['[2001:db8::7]:443', '[2001:db8::7]', '2001:DB8:0:0::7', '2001:db8::7%eth0']) {
      expect(seen('1', '10.0.0.5', spelt)).toBe('2001:db8::7')
    }
  })

  test.each(['unknown', '_hidden', '0x7f.1', '1', '"', 'for=198.51.100.7', '999.1.1.1'])(
    'an entry that is not an address (%s) counts as the proxy that wrote it',
    (garbage) => {
      expect(seen('1', '10.0.0.5', `${invented}, ${garbage}`)).toBe('10.0.0.5')
      expect(seen('3', '10.0.0.5', `${invented}, ${garbage}, 10.0.0.6`)).toBe('10.0.0.6')
    },
  )

  test('empty entries are ignored', () => {
    expect(seen('1', '10.0.0.5', `${invented}, , 198.51.100.7,`)).toBe('198.51.100.7')
    expect(seen('1', '10.0.0.5', ' , ')).toBe('10.0.0.5')
  })
})

test.each(['true', 'all', '*', '0.0.0.0/0', '10.0.0.5, ::/0'])(
  'TRUST_PROXY=%s would trust everyone, and the error recommends a value',
  (setting) => {
    const read = () => readConfig({ NODE_ENV: 'test', TRUST_PROXY: setting })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/every address that a caller invents. Enter how many proxies are in front/)
  },
)

test.each(['17', '8080', 'proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.5/', '10.0.0.5/8/8', '-1', '1.5'])(
  'TRUST_PROXY=%s is refused when the server starts',
  (setting) => {
    expect(() => readConfig({ NODE_ENV: 'test', TRUST_PROXY: setting })).toThrow(/TRUST_PROXY .*Enter how many/)
  },
)

test('attempts from one IPv6 network are counted together, and from one IPv4 address', () => {
  expect(placeOf('2001:db8:1:2::a')).toBe(placeOf('2001:db8:1:2:3:4:5:6'))
  expect(placeOf('2001:db8:1:2::a')).not.toBe(placeOf('2001:db8:1:3::a'))
  expect(placeOf('198.51.100.7')).not.toBe(placeOf('198.51.100.8'))
  expect(placeOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(placeOf('nothing')).toBe('nothing')
})

test('no code reads the address from the framework, which handles neither ports nor other spellings', () => {
  const sources = readSources('server/src', ['.ts']).filter(({ path }) => !path.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(({ text }) => /\brequest\.ips?\b/.test(text)).map(({ path }) => path)).toEqual([])
})
