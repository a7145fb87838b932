import { readdirSync, readFileSync } from 'node:fs'
import { declaredStatements, type Statement } from '../db/statement.ts'
import { settingKinds } from '../setting-kinds.ts'
import { statementsOf } from '../tenants/settings/store.ts'

const source = new URL('../', import.meta.url)

/** Every statement of the server: loads each file that declares some. Those that tests declare are left out. */
export async function everyStatement(): Promise<Statement[]> {
  const names = readdirSync(source, { recursive: true }) as string[]
  for (const name of names) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('testing/')) continue
    const file = new URL(name, source)
    if (/\bstatement\(/.test(readFileSync(file, 'utf8'))) await import(file.href)
  }
  // Those of a kind of setting are declared when it is used first.
  for (const kind of settingKinds) statementsOf(kind)
  return declaredStatements().filter(({ name }) => !/^test(ing)?\./.test(name))
}
