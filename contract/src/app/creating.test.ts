import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../index.ts'
import { openapiDocument } from '../openapi.ts'
import { appEndpoints } from './endpoints.ts'

/** Verbs of operation ids, and whether they create a record or secret. */
const verbs: Readonly<Record<string, boolean>> = {
  accept: false,
  add: true,
  agree: false,
  answer: false,
  archive: false,
  choose: false,
  ask: false,
  assign: false,
  begin: true,
  block: false,
  cancel: false,
  carry: false,
  change: false,
  close: false,
  combine: true,
  compare: false,
  confirm: false,
  create: true,
  credit: true,
  decide: false,
  discard: false,
  dismiss: false,
  dispatch: false,
  dispute: false,
  end: false,
  give: true,
  finalise: false,
  erase: false,
  find: false,
  import: true,
  insert: true,
  invite: true,
  judge: false,
  load: true,
  login: false,
  match: false,
  merge: false,
  move: false,
  object: false,
  offer: false,
  open: false,
  pause: false,
  pin: false,
  place: false,
  plan: true,
  preview: false,
  publish: true,
  read: false,
  recall: false,
  redo: false,
  refresh: false,
  reject: false,
  remove: false,
  renew: true,
  reopen: false,
  replay: false,
  report: false,
  request: false,
  resend: false,
  resequence: false,
  resolve: false,
  restore: false,
  resume: false,
  retire: false,
  retry: false,
  reverse: false,
  review: false,
  rotate: true,
  run: false,
  send: true,
  set: false,
  sign: false,
  skip: false,
  split: true,
  start: true,
  stop: false,
  switch: false,
  take: false,
  test: false,
  try: false,
  type: false,
  unblock: false,
  undo: false,
  unplan: false,
  upload: true,
  verify: false,
  withdraw: false,
}

/** Operations that create something although their verb does not imply it. */
const alsoCreating = [
  // Without a given draft, the lines move to a new one.
  'moveDraftLines',
  // A contact without an id is created.
  'changeCompanyRecord',
  // Each act is stored once under the phone's key.
  'reportDriverActs',
]

/** Creating operations without a key, because no user is signed in yet: challenges that expire in five minutes. */
const withoutKey = ['beginPasskeySignIn']

const posts = Object.values<Endpoint>(appEndpoints).filter(({ method }) => method === 'POST')
const verbOf = ({ id }: Endpoint) => /^[a-z]+/.exec(id)![0]

test('each POST operation has a verb that is known to create a record or not', () => {
  expect(posts.filter((one) => !Object.hasOwn(verbs, verbOf(one))).map(({ id }) => id)).toEqual([])
})

test('every creating operation has a key that prevents a repeat from creating twice', () => {
  const creating = posts.filter((one) => verbs[verbOf(one)] && !withoutKey.includes(one.id)).map(({ id }) => id)
  expect(creating.length).toBeGreaterThan(20)
  const keyed = Object.values<Endpoint>(appEndpoints).filter(({ creates }) => creates !== undefined)
  expect(keyed.map(({ id }) => id).toSorted()).toEqual([...new Set([...creating, ...alsoCreating])].toSorted())
})

test('every POST operation under /v1 has a key that prevents a repeat from taking effect twice', () => {
  // Tokens are not records: a repeated request gets another one with the same lifetime.
  const posted = Object.values<Endpoint>(endpoints).filter(
    ({ id, method }) => method === 'POST' && id !== 'createToken',
  )
  expect(posted.length).toBeGreaterThan(15)
  expect(posted.filter(({ creates }) => creates === undefined).map(({ id }) => id)).toEqual([])
  for (const { id, auth, creates } of posted) {
    if (auth === 'webhook') expect(creates, id).toBe('record')
  }
  // Contacts without an id are created, and documents sent with a validity are added.
  const adding = Object.values<Endpoint>(endpoints).filter(({ method, creates }) => method !== 'POST' && creates)
  expect(adding.map(({ id }) => id).toSorted()).toEqual([
    'changeCompany',
    'patchCompany',
    'replaceCompanyValidity',
    'replaceResourceValidity',
  ])
})

test('the OpenAPI document lists the header where it applies, as an optional one', () => {
  const paths = openapiDocument().paths as Record<string, Record<string, { parameters?: object[] }>>
  for (const { path, method, creates } of Object.values<Endpoint>(endpoints)) {
    const parameters = paths[path]![method.toLowerCase()]!.parameters ?? []
    const header = expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false })
    const expected = creates === undefined ? expect.not.arrayContaining([header]) : expect.arrayContaining([header])
    expect(parameters, `${method} ${path}`).toEqual(expected)
  }
})

test('a key in the header is for people, and a key in the body is a declared member', () => {
  for (const one of Object.values<Endpoint>(appEndpoints)) {
    if (one.creates === 'header') expect(one.auth, one.id).toBe('session')
    const members = Object.keys((one.body as { shape?: object } | undefined)?.shape ?? {})
    if (one.creates === 'body')
      expect(
        members.some((name) => name.endsWith('_key')),
        one.id,
      ).toBe(true)
  }
})
