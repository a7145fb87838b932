import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addGroupsFor, firstWords } from './groups.ts'

async function commandsFor(word: string | undefined): Promise<string[]> {
  const program = new Command()
  await addGroupsFor(program, word)
  return program.commands.map((command) => command.name())
}

test('without a known word every command is loaded', async () => {
  const all = await commandsFor(undefined)
  expect([...all].sort()).toEqual([...firstWords].sort())
  expect(await commandsFor('--help')).toEqual(all)
  expect(await commandsFor('constructor')).toEqual(all)
})

test.each(firstWords)('%s loads its own command, and at most one more', async (word) => {
  const commands = await commandsFor(word)
  expect(commands).toContain(word)
  expect(commands.length).toBeLessThanOrEqual(2)
})
