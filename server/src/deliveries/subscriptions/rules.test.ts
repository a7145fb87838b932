import { describe, expect, test } from 'vitest'
import { createSshKeyPair } from '../../testing/servers/ssh-key.ts'
import { checkHostKeys, checkInput, type SubscriptionInput } from './rules.ts'

const login = { kind: 'password', username: 'carrier', password: 'x' } as const
const brokenKey = { kind: 'key', username: 'carrier', private_key: 'no key' } as const
const lockedPair = createSshKeyPair({ passphrase: 'x', cipher: 'aes256-cbc', rounds: 16 })
const lockedKey = { kind: 'key', username: 'carrier', private_key: lockedPair.private } as const
const key = `SHA256:${'A'.repeat(43)}`
const sftp = {
  channel: 'SFTP',
  url: 'sftp://files.example',
  folder: 'in',
  receiver_auth: login,
  host_keys: [key],
} as const

describe('the input of an endpoint', () => {
  test('gets defaults: over the web for every type', () => {
    expect(checkInput({ url: 'https://receiver.example/events' })).toEqual({
      url: 'https://receiver.example/events',
      name: 'receiver.example',
      event_types: [],
      purpose: 'EVENTS',
      channel: 'HTTPS',
      format: 'JSON',
      folder: null,
      host_keys: [],
      edi_sender: null,
      edi_recipient: null,
      edi_sender_qualifier: null,
      edi_recipient_qualifier: null,
      has_public_key: false,
    })
  })

  test('by SFTP has one spelling of its address, and may use the folder of the login', () => {
    expect(checkInput(sftp)).toMatchObject({ url: 'sftp://files.example:22', name: 'files.example', folder: 'in' })
    expect(checkInput({ ...sftp, url: 'sftp://FILES.example:2222', folder: '' })).toMatchObject({
      url: 'sftp://files.example:2222',
      folder: '',
    })
  })

  test('by SFTP may have a key with its passphrase', () => {
    expect(checkInput({ ...sftp, receiver_auth: { ...lockedKey, passphrase: 'x' } })).toMatchObject({ channel: 'SFTP' })
  })

  test('for a folder is identified by it', () => {
    expect(checkInput({ channel: 'FOLDER', folder: '/srv/out' })).toMatchObject({
      url: 'file:///srv/out',
      name: '/srv/out',
      folder: '/srv/out',
    })
  })

  test.each<[string, SubscriptionInput, string]>([
    ['no address', {}, 'url'],
    ['no URL', { url: 'receiver.example' }, 'url'],
    ['SFTP without a valid host name', { ...sftp, url: 'sftp://127.0.0.1%09:22' }, 'url'],
    ['SFTP as a web address', { url: 'sftp://files.example' }, 'url'],
    ['the web as an SFTP address', { ...sftp, url: 'https://files.example' }, 'url'],
    ['SFTP without a login', { channel: 'SFTP', url: sftp.url, folder: 'in', host_keys: [key] }, 'receiver_auth'],
    ['SFTP with a header', { ...sftp, receiver_auth: { kind: 'header', name: 'x', value: 'y' } }, 'receiver_auth'],
    ['SFTP without a user', { ...sftp, receiver_auth: { ...login, username: '' } }, 'receiver_auth'],
    ['SFTP with an unreadable key', { ...sftp, receiver_auth: brokenKey }, 'receiver_auth'],
    ['SFTP with a key whose passphrase is missing', { ...sftp, receiver_auth: lockedKey }, 'receiver_auth'],
    ['SFTP without a host key', { ...sftp, host_keys: [] }, 'host_keys'],
    ['SFTP with an invalid key', { ...sftp, host_keys: ['MD5:aa'] }, 'host_keys'],
    ['a login over the web', { url: 'https://receiver.example', receiver_auth: login }, 'receiver_auth'],
    ['a folder that is missing', { channel: 'FOLDER' }, 'folder'],
    ['a folder with a character that ends file names', { channel: 'FOLDER', folder: '/srv/a\u0000b' }, 'folder'],
    ['types for dispatches', { url: 'https://a.example', purpose: 'DISPATCH', event_types: ['stop'] }, 'event_types'],
    ['EDI over the web', { url: 'https://a.example', format: 'EDI' }, 'format'],
    ['EDI without parties', { ...sftp, format: 'EDI' }, 'edi'],
    ['a public key for files', { ...sftp, has_public_key: true }, 'has_public_key'],
  ])('is refused with the wrong member: %s', (_, input, path) => {
    expect(() => checkInput(input)).toThrow(
      expect.objectContaining({ status: 422, errors: [expect.objectContaining({ path })] }),
    )
  })
})

describe('host keys', () => {
  // The key and its fingerprint in the format of ssh-keygen.
  const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f files.example'

  test('are stored as fingerprints, in whatever form they are entered', () => {
    const print = 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA'
    expect(checkHostKeys([line, print, ` ${line}\n`])).toEqual([print, print, print])
  })
})
