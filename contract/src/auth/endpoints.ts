import { z } from 'zod'
import { apiRoles, endpoint } from '../endpoint.ts'
import { openSet, UuidOut } from '../scalars.ts'

/** An access token (AUTH-1, CLIENT-2, RFC 6749 section 5.1). */
export const Token = z
  .object({
    access_token: z.string().describe('Send it as Authorization: Bearer <access_token>.'),
    token_type: z.literal('Bearer').describe('Always Bearer.'),
    expires_in: z.int().positive().describe('Seconds until it expires; request a new one then.'),
  })
  .meta({ id: 'Token' })
export type Token = z.output<typeof Token>

/** Owner of a token. More members may be added. */
export const CurrentUser = z
  .looseObject({
    active_tenant_slug: z.string().describe('Short name of the tenant (AUTH-11).'),
    tenant_id: UuidOut.optional().describe('Id of the tenant. Added member.'),
    client_id: z.string().optional().describe('Client the token was issued to. Added member.'),
    roles: z.array(openSet(apiRoles)).optional().describe('What the token may do. Added member.'),
    integration_id: z.string().nullish().describe('Integration the client belongs to. Added member.'),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>

/**
 * Exchanges client id and secret for a token (AUTH-1). The body is raw because clients send nothing, JSON or a form,
 * with and without a media type (CLIENT-1). Only the grant type is read.
 */
export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/v1/auth/token',
  tag: 'auth',
  summary: 'Get an access token',
  description:
    'Send Authorization: Basic base64(client_id:client_secret) and no body. A body may name the grant type ' +
    'client_credentials, as JSON or as a form; any other grant type is refused.',
  auth: 'client',
  limit: 'token',
  since: '1.2.0',
  bodyType: 'raw',
  response: Token,
})

/** Owner of the token (AUTH-11). */
export const getCurrentUser = endpoint({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/v1/me',
  aliases: ['/me'],
  undeprecatedAliases: ['/me'],
  tag: 'me',
  summary: 'Get who the token belongs to',
  auth: 'bearer',
  anyToken: true,
  limit: 'general',
  since: '1.2.0',
  response: CurrentUser,
})
