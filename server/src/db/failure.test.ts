import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { DatabaseClient } from './client.ts'
import {
  CommitUnknown,
  isConnectionGone,
  isConnectionLost,
  isRetryable,
  isTimedOut,
  isUnavailable,
  noteLost,
  orNextTime,
  sqlState,
} from './failure.ts'

const raised = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('classification of database errors', () => {
  test.each(['23505', '40P01', '57P01', 'XX001', '08006', 'P0001'])('%s is an SQLSTATE', (code) => {
    expect(sqlState(raised(code))).toBe(code)
  })

  test.each(['EPIPE', 'ECONNRESET', 'FST_ERR', 'ABCDE', ''])('%s is not, in spite of its form', (code) => {
    expect(sqlState(raised(code))).toBeUndefined()
  })

  test.each([
    noteLost(raised('EPIPE', 'write EPIPE')),
    noteLost(raised('ECONNREFUSED')),
    raised('57P01'),
    raised('53300'),
    raised('08006'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new CommitUnknown('lost'),
  ])('a database that is unavailable or full can be retried later: %s', (error) => {
    expect(isUnavailable(error)).toBe(true)
    expect(isRetryable(error)).toBe(true)
  })

  test('a refused connection means that the database is unavailable, in the form of the driver', async () => {
    const port = await freePort()
    const refused = await new DatabaseClient({ host: '127.0.0.1', port }).connect().catch((error) => error)
    const absent = await new DatabaseClient({ host: '/nowhere', port }).connect().catch((error) => error)
    expect([refused.code, absent.code]).toEqual(['ECONNREFUSED', 'ENOENT'])
    for (const error of [refused, absent]) expect([isUnavailable(error), isConnectionLost(error)]).toEqual([true, true])
  })

  test('an unavailable node is reported over a working connection', () => {
    const error = raised('08006', 'connection to the remote node db1:5432 failed')
    expect([isConnectionLost(error), isUnavailable(error), isConnectionGone(error)]).toEqual([true, true, false])
    const broken = raised('XX000', 'failure on connection marked as essential: db1:5432')
    expect([isConnectionLost(broken), isUnavailable(broken), isConnectionGone(broken)]).toEqual([true, true, false])
    expect(isUnavailable(raised('XX000', 'something else'))).toBe(false)
    for (const gone of [raised('57P01'), raised('08P01'), new CommitUnknown('lost')])
      expect(isConnectionGone(gone)).toBe(true)
  })

  test.each([
    'could not extend file "base/16384/19445": File too large',
    'could not extend file "base/16384/19445" with FileFallocate(): Disk quota exceeded',
    'could not write to log file "000000010000000000000002" at offset 11616256, length 16384: File too large',
  ])('OPS-27: a disk whose quota is reached is full: %s', (message) => {
    const error = raised('XX000', message)
    expect([isUnavailable(error), isRetryable(error), isConnectionLost(error)]).toEqual([true, true, false])
  })

  test('a failed write that the next request repeats is ignored, and every other failure is reported', async () => {
    await expect(orNextTime(Promise.reject(raised('08006')))).resolves.toBeUndefined()
    await expect(orNextTime(Promise.reject(raised('40P01')))).resolves.toBeUndefined()
    await expect(orNextTime(Promise.reject(raised('23505')))).rejects.toThrow()
  })

  test('a missing file, or another unavailable machine, is not an error of the database', async () => {
    const missing = await readFile('/nowhere/at/all').catch((error) => error)
    const port = await freePort()
    const refused = await new Promise<Error>((resolve) => connect({ host: '127.0.0.1', port }).once('error', resolve))
    const hungUp = raised('ECONNRESET', 'socket hang up')
    const others = [missing, refused, hungUp, new Error('the SFTP connection ended'), new Error('Connection closed')]
    for (const error of others) {
      expect([error.message, isUnavailable(error), isRetryable(error), isConnectionLost(error)]).toEqual([
        error.message,
        ...[false, false, false],
      ])
    }
  })

  test('a statement that timed out is in neither class', () => {
    const error = raised('57014')
    expect([isTimedOut(error), isUnavailable(error), isConnectionLost(error)]).toEqual([true, false, false])
  })

  test.each([raised('40001'), raised('40P01'), raised('55P03')])('a lost race is retried: %s', (error) => {
    expect(isUnavailable(error)).toBe(false)
    expect(isRetryable(error)).toBe(true)
  })

  test.each([raised('23505'), raised('22P02'), new TypeError('x is not a function'), null, undefined, 'text'])(
    'an internal error is in neither class: %s',
    (error) => {
      expect(isUnavailable(error)).toBe(false)
      expect(isRetryable(error)).toBe(false)
    },
  )
})
