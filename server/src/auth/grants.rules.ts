import { Problem } from '../http/problem.ts'

/**
 * Rejects any grant type but client_credentials in the body of a token request. Clients send nothing, JSON or a form,
 * with or without a media type (CLIENT-1), so the text itself decides. Other members are ignored.
 * @throws Problem unsupported_grant_type (RFC 6749 section 5.2)
 */
export function checkGrant(body: string): void {
  const grant = grantIn(body.trim())
  if (grant !== undefined && grant !== 'client_credentials') throw new Problem('unsupported_grant_type')
}

function grantIn(body: string): unknown {
  if (!body.startsWith('{')) return new URLSearchParams(body).get('grant_type') ?? undefined
  try {
    return (JSON.parse(body) as { grant_type?: unknown }).grant_type ?? undefined
  } catch {
    throw new Problem('body_not_json')
  }
}
