import { describe, expect, test } from 'vitest'
import { isSameAddress, literalOf, type Policy, refuseTarget, refuseUrl } from './guard.ts'

const strict: Policy = { allow: [], loopback: false }

/** Refusal of a URL whose host name resolves to these addresses. */
function refusal(text: string, policy: Policy = strict, addresses: string[] = ['93.184.215.14']): string | null {
  if (!URL.canParse(text)) return 'no URL'
  const url = new URL(text)
  const literal = literalOf(url.hostname)
  return refuseUrl(url) ?? refuseTarget(url, literal === undefined ? addresses : [literal], policy)
}

/** Every notation of a forbidden address, including unusual ones. */
const forbidden = [
  // loopback in all notations
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000:0000:0000:0000:0000:0000:0000:0001]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:7f00:0001]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  // unspecified addresses and empty hosts
  'https://0.0.0.0/',
  'https://0/',
  'https://0x0/',
  'https://0.1.2.3/',
  'https://[::]/',
  'https://[::ffff:0.0.0.0]/',
  // private networks
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://167772161/',
  'https://0xa000001/',
  'https://012.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.1/',
  'https://3232235521/',
  'https://0xc0a80001/',
  'https://0300.0250.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:192.168.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[fc00::1]/',
  'https://[fd00::1]/',
  'https://[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/',
  'https://[fec0::1]/',
  // link-local and metadata services
  'https://169.254.169.254/',
  'https://169.254.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://0251.0376.0251.0376/',
  'https://169.254.43518/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fe80::1]/',
  'https://[febf::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fd20:ce::254]/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  // shared, reserved, documentation, benchmark, multicast, broadcast
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://192.88.99.1/',
  'https://[ff02::1]/',
  'https://[ff05::1:3]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://[3fff::1]/',
  // forms that embed another address
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001::a00:1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[5f00::1]/',
  'https://[2001:10::1]/',
  'https://[2001:20::1]/',
  // public addresses, but not by name
  'https://93.184.215.14/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  // other schemes, ports and credentials
  'http://receiver.example/',
  'http://receiver.example:443/',
  'ftp://receiver.example/',
  'file:///etc/passwd',
  'gopher://receiver.example/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://receiver.example/',
  'unix:/var/run/docker.sock',
  'https://receiver.example:80/',
  'https://receiver.example:22/',
  'https://receiver.example:8080/',
  'https://receiver.example:5432/',
  'https://receiver.example:9443/',
  'https://user@receiver.example/',
  'https://user:word@receiver.example/',
  'https://:word@receiver.example/',
  'https://receiver.example@127.0.0.1/',
  'https://127.0.0.1\\@receiver.example/',
  'https://',
  'https:///',
  '//receiver.example/',
  'receiver.example',
  '',
]

describe('the address rules', () => {
  test(`NET-1, NET-3: refuse each of ${forbidden.length} forbidden forms`, () => {
    expect(forbidden.length).toBeGreaterThan(120)
    expect(forbidden.filter((url) => refusal(url) === null)).toEqual([])
  })

  test.each([
    'https://receiver.example/',
    'https://receiver.example:443/events?x=1',
    'https://receiver.example:8443/',
    'https://RECEIVER.example./',
    'https://bücher.example/',
  ])('allow %s', (url) => {
    expect(refusal(url)).toBeNull()
  })

  test.each([
    ['sftp://files.example', true],
    ['sftp://files.example:22', true],
    ['sftp://files.example:2222', false],
    ['sftp://files.example:443', false],
    ['sftp://user@files.example:22', false],
    ['sftp://127.0.0.1:22', false],
    ['sftp://[::1]:22', false],
    ['sftp://93.184.215.14:22', false],
    ['sftp://2130706433:22', false],
  ])('for SFTP: %s may be reached: %s', (url, isAllowed) => {
    expect(refusal(url) === null).toBe(isAllowed)
  })

  test('NET-1: the operator adds ports, for public addresses only', () => {
    const policy: Policy = { ...strict, ports: [2222] }
    expect(refusal('sftp://files.example:2222', policy)).toBeNull()
    expect(refusal('https://receiver.example:2222/', policy)).toBeNull()
    expect(refusal('sftp://files.example:2223', policy)).toContain('OUTBOUND_PORTS')
    expect(refusal('sftp://files.example:2222', policy, ['10.0.0.1'])).not.toBeNull()
    expect(refusal('http://receiver.example:2222/', policy)).not.toBeNull()
  })

  test('NET-2, NET-3: a forbidden address is also refused behind a name', () => {
    const isPublic = (address: string) => ['93.184.215.14', '8.8.8.8', '2606:4700::1111'].includes(address)
    const hosts = forbidden.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname)
    const addresses = hosts.flatMap((host) => literalOf(host) ?? []).filter((address) => !isPublic(address))
    expect(addresses.length).toBeGreaterThan(80)
    expect(addresses.filter((address) => refusal('https://receiver.example/', strict, [address]) === null)).toEqual([])
  })

  test('NET-2: every address of a name must be allowed', () => {
    const url = 'https://receiver.example/'
    expect(refusal(url, strict, ['93.184.215.14', '2606:4700::1111'])).toBeNull()
    for (const bad of [
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      '169.254.169.254',
      '::ffff:10.0.0.1',
      'fe80::1%eth0',
      'nonsense',
    ]) {
      expect(refusal(url, strict, ['93.184.215.14', bad])).not.toBeNull()
      expect(refusal(url, strict, [bad, '2606:4700::1111'])).not.toBeNull()
    }
    expect(refusal(url, strict, [])).not.toBeNull()
  })

  test('NET-3: a network allowed by the operator may be reached, by http and on any port, and no other', () => {
    const policy: Policy = { allow: ['10.1.0.0/16', ' fd12::/16 '], loopback: false }
    for (const url of [
      'http://10.1.2.3:8080/',
      'https://10.1.2.3/',
      'https://[fd12::1]/',
      'http://[::ffff:10.1.2.3]/',
    ]) {
      expect(refusal(url, policy)).toBeNull()
    }
    expect(refusal('http://inside.example/', policy, ['10.1.0.7'])).toBeNull()
    expect(refusal('http://inside.example/', policy, ['10.1.0.7', '10.2.0.7'])).not.toBeNull()
    expect(refusal('http://inside.example/', policy, ['10.1.0.7', '93.184.215.14'])).not.toBeNull()
    expect(refusal('https://10.2.0.1/', policy)).not.toBeNull()
    expect(refusal('https://127.0.0.1/', policy)).not.toBeNull()
  })

  test('loopback may be reached if the operator allows it, and nothing else with it', () => {
    const policy: Policy = { allow: [], loopback: true }
    for (const url of ['http://127.0.0.1:9000/', 'http://[::1]:9000/', 'https://127.0.0.1/', 'http://127.1:1/']) {
      expect(refusal(url, policy)).toBeNull()
    }
    expect(refusal('http://localhost:9000/', policy, ['::1', '127.0.0.1'])).toBeNull()
    expect(refusal('http://localhost:9000/', policy, ['::1', '10.0.0.1'])).not.toBeNull()
    for (const url of ['http://10.0.0.1/', 'http://0.0.0.0/', 'http://169.254.169.254/', 'http://user@127.0.0.1/']) {
      expect(refusal(url, policy)).not.toBeNull()
    }
  })

  test('NET-3: metadata services and link-local stay unreachable whatever the operator allows', () => {
    const policy: Policy = { allow: ['0.0.0.0/0', '::/0'], loopback: true }
    const never = [
      'https://169.254.169.254/',
      'https://169.254.1.1/',
      'https://[fe80::1]/',
      'https://[fd00:ec2::254]/',
      'https://100.100.100.200/',
      'https://168.63.129.16/',
      'https://192.0.0.192/',
      'https://0.0.0.0/',
      'https://[::]/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
    ]
    expect(never.filter((url) => refusal(url, policy) === null)).toEqual([])
  })

  test('a mapped address is treated as the address it maps', () => {
    expect(isSameAddress('::ffff:127.0.0.1', '127.0.0.1')).toBe(true)
    expect(isSameAddress('::1', '0:0:0:0:0:0:0:1')).toBe(true)
    expect(isSameAddress('127.0.0.2', '127.0.0.1')).toBe(false)
    expect(isSameAddress('', '127.0.0.1')).toBe(false)
  })
})
