import { putOrganisationLogo } from '@cartage/contract/tenants/app/organisation'
import { byOperator } from '../../audit/rules.ts'
import { addSetting } from '../../tenants/settings/commands.ts'
import { tenantKinds } from '../../tenants/settings/kinds.rules.ts'
import { pngOf } from '../data/logos.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { mailCases } from './mails.ts'
import { paperCases } from './papers.ts'

const testLogo = pngOf(64, 32)

/** Path parameters without tenant data: the same for the victim and for everyone. */
export const plainPath: Readonly<Record<string, string>> = {
  kind: 'extras',
  proposal_kind: 'ARRIVAL',
  ...mailCases.plainPath,
  revision: '1',
  ...paperCases.plainPath,
}

/** Bodies that would add or change an entry of that kind. */
export const settingBodies = {
  createSetting: [() => ({ code: 'MATRIX', name: 'Matrix' })],
  changeSetting: [() => ({ name: 'Matrix' })],
  changeOrganisation: [() => ({ name: 'Matrix', colour: null })],
  putOrganisationLogo: [() => ({ content: testLogo.toString('base64') })],
} as const

/** A logo of the victim. */
export async function createVictimLogo(tenant: TestTenant): Promise<string> {
  const admin = await tenant.user('SUPER_ADMIN')
  const { logo } = await admin(putOrganisationLogo, { body: { content: testLogo.toString('base64') } })
  return logo!.logo_id
}

/** An entry of the victim's settings, with `word` in every text. */
export async function createVictimSetting(server: TestServer, tenant: TestTenant, word: string): Promise<string> {
  const kind = tenantKinds.find((one) => one.kind === plainPath.kind)!
  const command = { tenantId: tenant.tenantId, by: byOperator, kind }
  return (await addSetting(server.ctx, command, { code: word, name: word })).setting_id
}
