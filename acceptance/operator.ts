import { cartage, setup } from './world.ts'

/** Operator commands through the command line. Tests that need them run only with CARTAGE_CLI. */
export const hasOperator = setup.command !== null

export interface Credentials {
  client_id: string
  client_secret: string
}

/** Creates an API client with these roles; `companyId` for the role CUSTOMER. */
export function createClient(slug: string, roles: string[], companyId?: string): Promise<Credentials> {
  const company = companyId === undefined ? [] : ['--company', companyId]
  return cartage<Credentials>('client', 'create', slug, '--name', 'Acceptance', '--roles', roles.join(','), ...company)
}

/** Removes an API client. */
export async function removeClient(slug: string, clientId: string): Promise<void> {
  await cartage('client', 'remove', slug, clientId)
}

/** Creates webhook credentials. */
export function createWebhookCredential(slug: string): Promise<Credentials> {
  return cartage<Credentials>('webhook-credential', 'create', slug, '--name', 'Acceptance')
}

export interface Subscription {
  subscription_id: string
  secret: string
}

/** Subscribes a receiver to every event of the tenant. */
export function subscribe(slug: string, url: string): Promise<Subscription> {
  return cartage<Subscription>('subscription', 'add', slug, url)
}

/** Sets the limits of a tenant. */
export async function setLimits(slug: string, ...flags: string[]): Promise<void> {
  await cartage('limits', 'set', slug, ...flags)
}

/** Skips, blocks or unblocks an order. */
export async function changeOrder(
  slug: string,
  verb: 'skip' | 'block' | 'unblock',
  orderId: string,
  ...flags: string[]
) {
  await cartage('order', verb, slug, orderId, ...flags)
}
