import { expect, test } from 'vitest'
import { changeOf, emptyDraft, newEndpointOf, typesByLevel } from './draft.ts'

const web = { ...emptyDraft, url: ' https://r.example/ ', folder: 'left over', edi_sender: 'US' }

test('members that the channel does not need are left out, and texts are trimmed', () => {
  expect(newEndpointOf(web)).toEqual({
    channel: 'HTTPS',
    purpose: 'EVENTS',
    format: 'JSON',
    event_types: ['all'],
    url: 'https://r.example/',
    has_public_key: false,
  })
})

test('an SFTP endpoint carries its folder, user name and host keys, one a line', () => {
  const draft = {
    ...emptyDraft,
    channel: 'SFTP' as const,
    url: 'sftp://f.example:22',
    folder: 'in',
    host_keys: 'SHA256:a\n\n SHA256:b',
    auth: 'key' as const,
    username: 'us',
    secret: 'KEY',
  }
  expect(newEndpointOf(draft)).toMatchObject({
    folder: 'in',
    host_keys: ['SHA256:a', 'SHA256:b'],
    credentials: { kind: 'key', username: 'us', private_key: 'KEY' },
  })
})

test('a change keeps untouched credentials, and removes them when there are to be none', () => {
  expect(changeOf({ ...web, auth: 'kept' })).not.toHaveProperty('credentials')
  expect(changeOf({ ...web, auth: 'none' })).toMatchObject({ credentials: null })
  expect(changeOf({ ...web, auth: 'kept' })).not.toHaveProperty('channel')
})

test('a public key is only offered over the web', () => {
  expect(changeOf({ ...web, has_public_key: true })).toMatchObject({ has_public_key: true })
  expect(newEndpointOf({ ...emptyDraft, channel: 'FOLDER', has_public_key: true })).not.toHaveProperty('has_public_key')
})

test('an endpoint for dispatches chooses no kinds of events', () => {
  expect(newEndpointOf({ ...web, purpose: 'DISPATCH', types: ['order.accepted'] }).event_types).toEqual([])
})

test('every kind of event is listed under its level once', () => {
  expect(typesByLevel.map(([level]) => level)).toContain('order')
  const all = typesByLevel.flatMap(([, types]) => types)
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain('trip.cancelled')
  expect(all).not.toContain('stop.eta_changed')
})

test('the parties of interchanges are sent with their qualifiers, and a cleared one is removed', () => {
  const draft = {
    ...emptyDraft,
    channel: 'FOLDER' as const,
    format: 'EDI' as const,
    edi_sender: 'US',
    edi_recipient: 'ACME',
  }
  expect(newEndpointOf({ ...draft, edi_sender_qualifier: ' 14 ' }).edi).toEqual({
    sender: 'US',
    recipient: 'ACME',
    sender_qualifier: '14',
    recipient_qualifier: null,
  })
})
