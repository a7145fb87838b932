import { expect, test } from 'vitest'
import { withRuleLinks } from './rule-links.ts'

test('OPS-41: rules that descriptions name are links, and ids that are no rules, examples and code stay', () => {
  const rules = { 'ORD-13': '/docs/rules/orders#ORD-13', 'COMP-2': '/docs/rules/companies#COMP-2' }
  const document = {
    paths: {
      '/v1': { get: { description: 'Whether it may order (ORD-13), see COMP-2 to COMP-4.', example: 'ORD-13' } },
    },
    tags: [{ description: 'UTF-8, PRE-ORD-13, [ORD-13](/x) and ORD-130' }],
  }
  expect(withRuleLinks(document, rules)).toEqual({
    paths: {
      '/v1': {
        get: {
          description:
            'Whether it may order ([ORD-13](/docs/rules/orders#ORD-13)), see [COMP-2](/docs/rules/companies#COMP-2) to COMP-4.',
          example: 'ORD-13',
        },
      },
    },
    tags: [{ description: 'UTF-8, PRE-ORD-13, [ORD-13](/x) and ORD-130' }],
  })
})
