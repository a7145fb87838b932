import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { inLanguage, languageOf } from './language.ts'
import { errorItem, Problem } from './problem.ts'
import { problemBody } from './render-problem.ts'

describe('the language of a request', () => {
  const of = (url: string, tags?: string) =>
    languageOf({ url, headers: tags === undefined ? {} : { 'accept-language': tags } })

  test('is the language of the pages for their requests', () => {
    expect(of('/app/orders', 'nl')).toBe('nl')
    expect(of('/app/orders', 'pt-PT, fr-BE;q=0.8, nl;q=0.5')).toBe('fr')
    expect(of('/app/orders', 'en-GB, nl')).toBe('en')
    expect(of('/app/orders', 'pt')).toBe('en')
    expect(of('/app/orders')).toBe('en')
  })

  test('ERR-1: is English for the published interface, whatever a client sends', () => {
    expect(of('/v1/orders/order/upload', 'nl')).toBe('en')
  })
})

describe('a sentence', () => {
  test('has its values in every language, and nested sentences are translated too', () => {
    const words = msg`${'name'}: ${'is required'}`
    expect(String(words)).toBe('name: is required')
    expect(inLanguage(words, 'nl')).toBe('name: is verplicht')
  })

  test('has days in the form of each language', () => {
    const until = msg`Wait until the supplier agrees or ${spokenDate('2026-02-09')} has passed.`
    expect(String(until)).toContain(' 9 Feb 2026 ')
    expect(inLanguage(until, 'fr')).toContain(' 9 févr. 2026')
    expect(inLanguage(until, 'nl')).toContain(' 9 feb 2026')
    expect(inLanguage(until, 'de')).toContain(' 9.2.2026 ')
  })

  test('has numbers and opening hours in the form of the language', () => {
    const heavy = msg`${1160.5} sings.`
    expect(String(heavy)).toBe('1160.5 sings.')
    expect(inLanguage(heavy, 'de')).toBe('1.160,5 sings.')
    const closed = msg`${'Kade 4'} sings (${'Mo-Fr 08:00-17:00; PH off'}).`
    expect(inLanguage(closed, 'de')).toBe('Kade 4 sings (Mo–Fr 08:00–17:00; Feiertage geschlossen).')
    expect(inLanguage(closed, 'nl')).toContain('(ma–vr 08:00–17:00; feestdagen gesloten)')
  })

  test('is English without a translation', () => {
    expect(inLanguage('Nobody says this anywhere.', 'de')).toBe('Nobody says this anywhere.')
    expect(inLanguage(msg`${'T-1'} sings.`, 'de')).toBe('T-1 sings.')
  })

  test('keeps names and codes unchanged, even if they look like a placeholder', () => {
    expect(inLanguage(msg`must have at most ${3} entries`, 'fr')).toContain('3')
    expect(inLanguage(msg`${'{1}'} sings ${'{0}'}.`, 'fr')).toBe('{1} sings {0}.')
  })

  test('in an entry of errors stays translatable when the entry is copied, and is plain text as JSON', () => {
    const item = { ...errorItem('names', msg`must have at most ${3} entries`, 'too_big'), path: 'other' }
    const problem = new Problem('validation_failed', { errors: [item] })
    const [reported] = problemBody(problem, 'r-1', 'nl').errors!
    expect(reported).toMatchObject({ path: 'other', message: 'mag hoogstens 3 vermeldingen hebben' })
    expect(JSON.parse(JSON.stringify(item))).toEqual({
      field: 'names',
      path: 'other',
      message: 'must have at most 3 entries',
      detail: 'too_big',
    })
  })
})

describe('a refusal', async () => {
  const server = await startTestServer()
  afterAll(() => server.close())
  const ask = async (url: string, language: string) =>
    (await server.app.inject({ url, headers: { 'accept-language': language } })).json()

  test('of a page is in its language, of the interface in English', async () => {
    const [page, programme] = await Promise.all([ask('/app/session', 'nl'), ask('/v1/me', 'nl')])
    expect(page.message).toMatch(/^De inloggegevens ontbreken/)
    expect(page.code).toBe('unauthenticated')
    expect(programme.message).toMatch(/^The credentials are missing/)
  })
})
