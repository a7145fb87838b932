import { expect, test } from 'vitest'
import { withRuleLinks } from './rule-links.ts'

test('OPS-41: rules that descriptions name are links, and ids that are no rules, examples and code stay', () => {
  const rules = { 'X-13': '/docs/rules/x#X-13', 'Y-2': '/docs/rules/y#Y-2' }
  const document = {
    paths: {
      '/v1': { get: { description: 'Whether it may order (X-13), see Y-2 to Y-4.', example: 'X-13' } },
    },
    tags: [{ description: 'UTF-8, PRE-X-13, [X-13](/x) and X-130' }],
  }
  expect(withRuleLinks(document, rules)).toEqual({
    paths: {
      '/v1': {
        get: {
          description: 'Whether it may order ([X-13](/docs/rules/x#X-13)), see [Y-2](/docs/rules/y#Y-2) to Y-4.',
          example: 'X-13',
        },
      },
    },
    tags: [{ description: 'UTF-8, PRE-X-13, [X-13](/x) and X-130' }],
  })
})
