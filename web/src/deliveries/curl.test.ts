import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

/** Parses a command into arguments as a shell does. */
function textOfCode(command: string): string[] {
  const script = command.replace(/^curl/, `"$0" -e 'process.stdout.write(JSON.stringify(process.argv.slice(1)))' --`)
  return JSON.parse(execFileSync('/bin/sh', ['-c', script, process.execPath], { encoding: 'utf8' })) as string[]
}

test('the shell passes on the address, the headers and the body byte for byte', () => {
  const body = '{"note":"it\'s $HOME `x` \\\\ é"}\n'
  const labels = textOfCode(curlOf({ url: 'https://r.example/a?b=1&c=2', headers: { 'webhook-id': "o'1" }, body }))
  expect(labels).toEqual(['-X', 'POST', 'https://r.example/a?b=1&c=2', '-H', "webhook-id: o'1", '--data-raw', body])
})

test('with any content, the body is one shell word', () => {
  const texts = fc.string().filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(texts, (body) => {
      expect(textOfCode(curlOf({ url: 'https://r.example/', headers: {}, body })).at(-1)).toBe(body.toWellFormed())
    }),
    { numRuns: 10 },
  )
})
