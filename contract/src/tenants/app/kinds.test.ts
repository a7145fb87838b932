import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { settingKinds } from './kinds.ts'

interface Member {
  description?: string
  default?: unknown
}
interface Form {
  properties: Record<string, Member>
  required?: string[]
  additionalProperties: boolean
}

describe.each(Object.entries(settingKinds))('%s', (_, { title, schema }) => {
  // Forms are generated from the input schema.
  const form = z.toJSONSchema(schema, { io: 'input' }) as unknown as Form

  test('has a title, and members with a name in snake_case and a description', () => {
    expect(title).toMatch(/^[A-Z][a-z ]+$/)
    expect(form.additionalProperties).toBe(false)
    for (const [name, member] of Object.entries(form.properties)) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(member.description, name).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('requires its main members and gives every optional member a default', () => {
    expect(form.required).toContain('name' in form.properties ? 'name' : 'label')
    const optional = Object.entries(form.properties).filter(([name]) => !form.required!.includes(name))
    for (const [name, member] of optional) expect(member, name).toHaveProperty('default')
  })
})
