import { describe, expect, test } from 'vitest'
import { checkProvider, isSharedDirectory, nameIn, type ProviderFacts, proofIn, vouchedAddress } from './rules.ts'

const facts = (more: Partial<ProviderFacts> = {}): ProviderFacts => ({
  label: 'Directory',
  issuer: 'https://login.haulier.example',
  client_id: 'cartage',
  domains: ['haulier.example'],
  trusts_addresses: false,
  is_only_way: false,
  counts_as_second_factor: false,
  new_user_role: null,
  ...more,
})

const refusal = (detail: string) =>
  expect.objectContaining({ code: 'validation_failed', errors: [expect.objectContaining({ detail })] })

describe('the input for a provider', () => {
  test('has its domains in one spelling', () => {
    const domains = [' Haulier.example', '@haulier.example', 'sub.haulier.example']
    expect(checkProvider(facts({ domains })).domains).toEqual(['haulier.example', 'sub.haulier.example'])
    for (const wrong of ['haulier', 'a b.example', 'an@haulier.example', '.example', 'haulier..example']) {
      expect(() => checkProvider(facts({ domains: [wrong] })), wrong).toThrow(refusal('domain_malformed'))
    }
  })

  test('SSO-4: has the issuer of one directory, without the path after it', () => {
    const entra = 'https://login.microsoftonline.com'
    for (const issuer of [
      'login.haulier.example',
      'ftp://a.example',
      'https://a.example/?b=c',
      'https://us:secret@a.example',
    ]) {
      expect(() => checkProvider(facts({ issuer })), issuer).toThrow(refusal('issuer_malformed'))
    }
    const withPath = 'https://a.example/realms/b/.well-known/openid-configuration'
    expect(() => checkProvider(facts({ issuer: withPath }))).toThrow(/https:\/\/a\.example\/realms\/b$/)
    for (const shared of [
      'common',
      'organizations',
      'consumers',
      '{tenantid}',
      '9188040d-6c67-4c5b-b112-36a304b66dad',
    ]) {
      expect(() => checkProvider(facts({ issuer: `${entra}/${shared}/v2.0` })), shared).toThrow(
        refusal('issuer_shared'),
      )
    }
    expect(isSharedDirectory(`${entra}/4d1f8d0e-0000-4000-8000-000000000000/v2.0`)).toBe(false)
    expect(isSharedDirectory('https://login.haulier.example/common')).toBe(false)
  })

  test('SSO-4, SSO-7: of a provider with open registration never trusts addresses and creates no accounts', () => {
    const google = 'https://accounts.google.com'
    expect(() => checkProvider(facts({ issuer: google, trusts_addresses: true }))).toThrow(refusal('issuer_public'))
    const open = facts({ domains: ['gmail.com'], new_user_role: 'VIEWER' })
    expect(() => checkProvider(open)).toThrow(refusal('domain_public'))
    expect(checkProvider(facts({ domains: ['gmail.com'] })).domains).toEqual(['gmail.com'])
  })
})

describe('SSO-4: the address confirmed by a provider', () => {
  const email = 'Piet@Haulier.example'

  test('is verified, in whichever form the provider states it', () => {
    const verified = { email: 'piet@haulier.example' }
    expect(vouchedAddress({ email, email_verified: true }, facts())).toEqual(verified)
    expect(vouchedAddress({ email, email_verified: 'true' }, facts())).toEqual(verified)
    expect(vouchedAddress({ email, xms_edov: true }, facts())).toEqual(verified)
    for (const email_verified of [false, 'false', undefined, null, 'yes', 0]) {
      expect(vouchedAddress({ email, email_verified }, facts())).toEqual({ refusal: 'address_unverified' })
    }
  })

  test('never merely ends like the domain', () => {
    const from = (text: unknown) => vouchedAddress({ email: text, email_verified: true }, facts())
    expect(from('piet@evil.example@haulier.example')).toEqual({ refusal: 'address_missing' })
    expect(from('piet@nothaulier.example')).toEqual({ refusal: 'domain_not_listed' })
    expect(from('piet@haulier.example.evil.example')).toEqual({ refusal: 'domain_not_listed' })
    for (const none of [undefined, '', 'piet', 7, ['a@haulier.example']]) {
      expect(from(none)).toEqual({ refusal: 'address_missing' })
    }
  })

  test('at Google belongs to one of its customers, and the domain of that organisation is listed too', () => {
    const google = facts({ issuer: 'https://accounts.google.com' })
    const claims = { email, email_verified: true }
    expect(vouchedAddress(claims, google)).toEqual({ refusal: 'address_unverified' })
    expect(vouchedAddress({ ...claims, hd: 'other.example' }, google)).toEqual({ refusal: 'address_unverified' })
    expect(vouchedAddress({ ...claims, hd: 'haulier.example' }, google)).toEqual({ email: 'piet@haulier.example' })
  })

  test('may be the sign-in name in a trusted directory of Microsoft; nowhere else', () => {
    const claims = { preferred_username: email }
    const entra = { issuer: 'https://login.microsoftonline.com/4d1f8d0e-0000-4000-8000-000000000000/v2.0' }
    expect(vouchedAddress(claims, facts({ ...entra, trusts_addresses: true }))).toEqual({
      email: 'piet@haulier.example',
    })
    expect(vouchedAddress(claims, facts(entra))).toEqual({ refusal: 'address_missing' })
    expect(vouchedAddress(claims, facts({ trusts_addresses: true }))).toEqual({ refusal: 'address_missing' })
  })
})

test('name and authentication methods are copied as they are, with a length limit', () => {
  expect(nameIn({ name: ' Piet ' }, 'a@b.example')).toBe('Piet')
  expect(nameIn({ name: ['Piet'] }, 'a@b.example')).toBe('a@b.example')
  expect(proofIn({ acr: 'urn:mfa', amr: ['pwd', 7, 'otp'] })).toEqual({ acr: 'urn:mfa', amr: ['pwd', 'otp'] })
  expect(proofIn({ acr: 1, amr: 'pwd' })).toEqual({})
})
