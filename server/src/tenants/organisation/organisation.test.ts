import * as contract from '@cartage/contract/tenants/app/organisation'
import { afterAll, describe, expect, test } from 'vitest'
import { jpegOf, pngOf } from '../../testing/data/logos.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'
import { readLogo } from './rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('PAPER-18: a logo', () => {
  test('is recognised from the bytes of the file', () => {
    expect(readLogo(pngOf(300, 120))).toEqual({ media_type: 'image/png', width: 300, height: 120 })
    expect(readLogo(jpegOf(640, 200))).toEqual({ media_type: 'image/jpeg', width: 640, height: 200 })
  })

  test.each([
    ['a text', Buffer.from('logo.png'), /must be a PNG or JPEG file/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /must be a PNG or JPEG file/],
    ['an icon', pngOf(16, 16), /has 16 x 16 pixels/],
    ['a poster', pngOf(2_001, 40), /has 2001 x 40 pixels/],
    ['an interlaced file', pngOf(64, 64, { interlacing: 1 }), /without interlacing/],
    ['16 bits a channel', pngOf(64, 64, { depth: 16 }), /save it with 8/],
    ['one with more rows than declared', pngOf(64, 64, { rows: 200_000 }), /other pixels than it says/],
    ['a truncated one', pngOf(64, 64, { rows: 10 }), /other pixels than it says/],
    ['colours for print', jpegOf(640, 200, 4), /save it as RGB/],
    ['a large file', Buffer.concat([pngOf(64, 64), Buffer.alloc(524_288)]), /more than 512 KB/],
  ])('%s is refused with advice', (_name, bytes, reason) => {
    expect(() => readLogo(bytes)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ message: expect.stringMatching(reason) })] }),
    )
  })
})

test('name and colour are set, recorded in the trail, and kept when new ones are invalid', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const before = await admin(contract.getOrganisation, {})
  expect(before).toMatchObject({ colour: null, logo: null })
  const set = await admin(contract.changeOrganisation, { body: { name: 'Vermeulen', colour: '#0F766E' } })
  expect(set).toEqual({ name: 'Vermeulen', colour: '#0f766e', logo: null })
  const { status } = await rejection(admin(contract.changeOrganisation, { body: { name: 'V', colour: 'teal' } }))
  expect(status).toBe(422)
  expect(await admin(contract.getOrganisation, {})).toEqual(set)
  const planner = await tenant.user('PLANNER')
  expect((await rejection(planner(contract.changeOrganisation, { body: { name: 'V', colour: null } }))).status).toBe(
    403,
  )
})

test('PAPER-18: a logo is uploaded, replaced and removed; another tenant does not see it', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const content = pngOf(300, 120)
  const body = { content: content.toString('base64') }
  const { logo } = await admin(contract.putOrganisationLogo, { body })
  expect(logo).toMatchObject({ media_type: 'image/png', width: 300, height: 120, size_bytes: content.length })
  const url = contract.getOrganisationLogo.path.replace('{logo_id}', logo!.logo_id)
  const read = async (tenantId: string) =>
    server.app.inject({ url, headers: await logInAs(server, tenantId, 'SUPER_ADMIN') })
  const file = await read(tenant.tenantId)
  expect(file.headers['content-type']).toBe('image/png')
  expect(file.rawPayload.equals(content)).toBe(true)
  expect((await read((await server.tenant()).tenantId)).statusCode).toBe(404)
  const wrong = { content: Buffer.from('logo').toString('base64') }
  expect((await rejection(admin(contract.putOrganisationLogo, { body: wrong }))).status).toBe(422)
  expect((await admin(contract.getOrganisation, {})).logo).toEqual(logo)
  expect((await admin(contract.removeOrganisationLogo, {})).logo).toBeNull()
})
