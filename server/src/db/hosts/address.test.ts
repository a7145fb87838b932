import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { nameOf, readDatabaseUrl } from './address.ts'

/** Formatted hosts, and the connection string of the rest. */
function read(text: string) {
  const url = readDatabaseUrl(text)
  return 'refusal' in url ? url.refusal : [url.hosts.map(nameOf).join(' '), url.connectionString]
}

describe('OPS-5: several hosts in DATABASE_URL', () => {
  test.each([
    [
      'postgres://u:p@a:5432,b:5433/name?target_session_attrs=read-write',
      'a:5432 b:5433',
      'postgres://u:p@localhost/name',
    ],
    ['postgresql://a,b/name', 'a:5432 b:5432', 'postgresql://localhost/name'],
    ['postgres://u@[::1]:5433,db.example/name', '[::1]:5433 db.example:5432', 'postgres://u@localhost/name'],
    ['postgres://a,b:6000/name?port=7000', 'a:7000 b:7000', 'postgres://localhost/name'],
    [
      'postgres:///name?host=/run/a,/run/b&port=5432,5433&sslmode=disable',
      '/run/a:5432 /run/b:5433',
      'postgres://localhost/name?sslmode=disable',
    ],
    ['postgres://u@%2Frun%2Fa,%2Frun%2Fb:6000/name', '/run/a:5432 /run/b:6000', 'postgres://u@localhost/name'],
    ['postgres://u:p@w@a,a:5432,b/name', 'a:5432 b:5432', 'postgres://u:p@w@localhost/name'],
  ])('%s has the hosts %s', (text, hosts, rest) => {
    expect(read(text)).toEqual([hosts, rest])
  })

  test.each([
    'postgres://u:p@a:5432/name',
    'postgres://u@a/name?sslmode=require',
    'postgres:///name?host=%2Frun%2Fa',
    'postgres://u@%2Frun%2Fa/name',
  ])('a single host stays as it is written: %s', (text) => {
    expect(read(text)).toEqual([expect.stringMatching(/^\S+:5432$/), text])
  })

  test.each([
    ['postgres://a,b/name?port=1,2,3', /^names 2 hosts and 3 ports: write one port/],
    ['postgres://a,,b/name', /^names 3 hosts, and number 2 cannot be read: write name:port/],
    ['postgres://a,b:x/name', /^names 2 hosts, and number 2 cannot be read/],
    ['postgres://a,b:70000/name', /^names the port "70000"/],
    ['postgres://a,b/name?target_session_attrs=standby', /only a primary can be used: write read-write/],
    ['mysql://a/name', /^must be an address such as postgres:/],
  ])('%s is rejected at startup with a sentence', (text, sentence) => {
    expect(read(text)).toMatch(sentence)
    expect(() => readConfig({ DATABASE_URL: text })).toThrow(/^DATABASE_URL /)
  })

  test('a password is never included', () => {
    for (const text of ['postgres://u:secret/word@a,b/name', 'postgres://u:secret@a,b:x/name', 'x://u:secret@a/b']) {
      expect(String(read(text))).not.toContain('secret')
    }
  })
})
