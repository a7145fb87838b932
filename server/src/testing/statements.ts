import { readdirSync, readFileSync } from 'node:fs'
import { declaredStatements, type Statement } from '../db/statement.ts'
import { settingKinds } from '../setting-kinds.ts'
import { statementsOf } from '../tenants/settings/store.ts'

const source = new URL('../', import.meta.url)

/** Every statement of the server: loads each file that declares some, except tests. */
export async function everyStatement(): Promise<Statement[]> {
  const names = readdirSync(source, { recursive: true }) as string[]
  for (const name of names) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('testing/')) continue
    const file = new URL(name, source)
    if (/\bstatement\(/.test(readFileSync(file, 'utf8'))) await import(file.href)
  }
  // The statements of a setting kind are declared at first use.
  for (const kind of settingKinds) statementsOf(kind)
  return declaredStatements().filter(({ name }) => !/^test(ing)?\./.test(name))
}
