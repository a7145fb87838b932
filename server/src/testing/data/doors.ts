import { randomBytes, randomUUID } from 'node:crypto'
import { digestOf } from '../../doors/links.commands.ts'
import { columnsOf, writeToken } from '../../doors/links.rules.ts'
import { insertLink } from '../../doors/links.store.ts'
import type { DoorSubject } from '../../http/caller.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'

/** A link of a test, with the request header. */
export interface TestLink {
  linkId: string
  headers: { authorization: string }
}

const hourMs = 3_600_000

/** A link to any subject, even one that a planner could not create; valid for `hours`. */
export async function linkTo(
  server: Pick<TestServer, 'ctx'>,
  tenant: TestTenant,
  subject: DoorSubject,
  hours = 24,
): Promise<TestLink> {
  const token = { tenantId: tenant.tenantId, linkId: randomUUID(), secret: randomBytes(32) }
  const now = server.ctx.now()
  const link = {
    ...columnsOf(subject),
    door_link_id: token.linkId,
    secret_digest: digestOf(server.ctx, token.secret),
    language: null,
    label: null,
    answer_by: null,
    shows_price: false,
    expires_at: new Date(now.getTime() + hours * hourMs),
    created_at: now,
    created_by: null,
  }
  await tenant.asTenant((tx) => insertLink(tx, link))
  return { linkId: token.linkId, headers: { authorization: `Link ${writeToken(token)}` } }
}
