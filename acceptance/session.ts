import { login } from '@cartage/contract/auth/app/session'
import { type Call, client } from '@cartage/contract/client'
import { setup, type Tenant } from './world.ts'

/** Client of a tenant's Super admin, as the screens use it. */
export async function admin({ facts }: Tenant): Promise<Call> {
  const page = { 'sec-fetch-site': 'same-origin' }
  let cookie = ''
  const noteCookie: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  const { email, password } = facts.user
  const body = { email, password, tenant_slug: facts.tenant.slug }
  const { csrf_token } = await client(setup.baseUrl, page, noteCookie)(login, { body })
  return client(setup.baseUrl, { ...page, cookie, 'x-csrf-token': csrf_token })
}
