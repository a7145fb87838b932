import { type MailKind, mailKinds } from '@cartage/contract/mails/app/templates'
import { languages } from '@cartage/contract/reading/languages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../tenants/organisation/letters.rules.ts'
import { renderTemplate, subjectOf, TemplateFault } from './engine.rules.ts'
import { builtinTemplate } from './labels.ts'
import { exampleValues } from './values.rules.ts'

const values = exampleValues('ORDER_CONFIRMATION', 'en')
const render = (source: string, given: object = values) => renderTemplate('ORDER_CONFIRMATION', source, given)

/** The error that refuses a template; null for a valid one. */
function faultOf(source: string, kind: MailKind = 'ORDER_CONFIRMATION'): string | null {
  try {
    renderTemplate(kind, source, exampleValues(kind, 'en'))
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateFault)
    return String((error as TemplateFault).sentence)
  }
}

describe('a template', () => {
  test.for(mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    'MAIL-1: the built-in %s in %s uses only its variables, and leaves no gap',
    ([kind, language]) => {
      const { subject, body } = builtinTemplate(kind, language)
      const given = exampleValues(kind, language)
      expect(renderTemplate(kind, subject, given)).not.toMatch(/\{|\}|undefined|null/)
      const text = renderTemplate(kind, body, given)
      expect(text).not.toMatch(/\{|\}|undefined|null|\n{4}/)
      expect(text).toContain('Transport Vermeulen BV')
    },
  )

  test('MAIL-1: repeats over lists, and tests whether a value is known', () => {
    expect(render('{% for one in stops %}{{ forloop.index }}:{{ one.place | upcase }} {% endfor %}')).toBe(
      '1:MOLENS VAN HALLE 2:BRICO DEPOT ',
    )
    expect(render('{{ stops[0].place }}, {{ stops.size }}, {{ stops.last.place }}')).toBe(
      'Molens van Halle, 2, Brico Depot',
    )
    expect(render('{% if order.container %}box{% else %}{{ order.container | default: "none" }}{% endif %}')).toBe(
      'none',
    )
  })

  test.for([
    ['Hello\n{{ order.price }}', 'Line 2: order.price is unknown.'],
    ['{% if true %}\n{% if false %}{{ trip.name }}{% endif %}{% endif %}', 'Line 2: trip.name is unknown.'],
    ['{{ order.number.constructor }}', 'Line 1: order.number.constructor is unknown.'],
    ['{{ order["__proto__"] }}', 'Line 1: order.__proto__ is unknown.'],
    ['{{ order[recipient.name] }}', 'Line 1: order.recipient.name is unknown.'],
    ['{% for one in stops %}{{ one.price }}{% endfor %}', 'Line 1: one.price is unknown.'],
    ['{{ process.env }}', 'Line 1: process.env is unknown.'],
    ['{{ order }}', 'Line 1: order is unknown.'],
    ['a\nb\n{% include "secrets" %}', 'Line 3: tag "include" not found'],
    ['{% render "/etc/passwd" %}', 'Line 1: tag "render" not found'],
    ['{% layout "x" %}', 'Line 1: tag "layout" not found'],
    ['{% assign a = "x" %}', 'Line 1: tag "assign" not found'],
    ['{{ order.number | append: "x" }}', 'Line 1: undefined filter: append'],
    ['{{ order.number | date: "%Y" }}', 'Line 1: undefined filter: date'],
    ['a\n{% if order.number %}', 'Line 2: tag {% if order.number %} not closed'],
    ['{{ order.number', 'Line 1: output "{{ order.number" not closed'],
    [
      '{% for a in stops %}{% for b in goods %}{% endfor %}{% endfor %}',
      'Line 1: A loop inside a loop is not possible.',
    ],
    ['{% for a in (1..999999999) %}{% endfor %}', 'Line 1: memory alloc limit exceeded'],
  ] as const)('MAIL-1: %j is refused with its line', ([source, sentence]) => {
    expect(faultOf(source)).toBe(sentence)
  })

  test('MAIL-1: the variables of one kind are not available in another', () => {
    expect(faultOf('{{ stop.expected }}', 'DELAY')).toBeNull()
    expect(faultOf('{{ stop.expected }}', 'DISPATCH')).toBe('Line 1: stop.expected is unknown.')
  })

  test('MAIL-2: a nested loop is refused wherever it hides', () => {
    const inner = '{% for b in goods %}{% endfor %}'
    const hidden = [
      `{% if order.number %}${inner}{% endif %}`,
      `{% unless order.number %}${inner}{% endunless %}`,
      `{% if order.number %}{% elsif order.reference %}${inner}{% endif %}`,
      `{% if order.number %}{% else %}${inner}{% endif %}`,
      `{% case order.number %}{% when 1 %}${inner}{% endcase %}`,
      `{% case order.number %}{% when 1 %}{% else %}${inner}{% endcase %}`,
    ]
    for (const one of hidden) {
      expect(faultOf(`{% for a in stops %}${one}{% endfor %}`)).toBe('Line 1: A loop inside a loop is not possible.')
      expect(faultOf(`{% for a in stops %}{% else %}${one}{% endfor %}`)).toMatch(/A loop inside a loop/)
      expect(faultOf(one)).toBeNull()
    }
  })

  test('MAIL-2: any template outputs only its variables, and terminates', () => {
    const secret = 'S3CRET'
    const given = { ...values, secret, order: { ...values.order, price: secret, [secret]: secret } }
    const word = fc.constantFrom(
      ...[
        'order',
        'stops',
        'one',
        'goods',
        'secret',
        'price',
        'constructor',
        '__proto__',
        'prototype',
        'this',
        'forloop',
      ],
      ...['process', 'globalThis', 'number', 'place', 'first', 'last', 'size', '0', '[0]', '["price"]', '[secret]'],
    )
    const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
    const filter = fc.constantFrom(
      '',
      '| first',
      '| last',
      '| join: ","',
      '| json',
      '| map: "price"',
      '| where: "price"',
    )
    const output = fc.tuple(path, filter).map(([name, one]) => `{{ ${name} ${one} }}`)
    const { piece } = fc.letrec<{ piece: string }>((tie) => ({
      piece: fc.oneof(
        { maxDepth: 4 },
        output,
        fc.string({ maxLength: 8 }),
        fc.tuple(path, tie('piece')).map(([name, inner]) => `{% for one in ${name} %}${inner}{% endfor %}`),
        fc.tuple(path, tie('piece')).map(([name, inner]) => `{% if ${name} %}${inner}{% endif %}`),
        fc.tuple(path, tie('piece')).map(([name, inner]) => `{% include ${name} %}${inner}`),
        fc.tuple(tie('piece'), tie('piece')).map(([first, second]) => first + second),
      ),
    }))
    fc.assert(
      fc.property(piece, (source) => {
        try {
          expect(render(source, given)).not.toContain(secret)
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateFault)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('MAIL-2: the longest allowed loops terminate', () => {
    const stops = Array.from({ length: 100 }, () => values.stops![0]!)
    const loop = '{% for a in stops %}{{ a.note }}{% endfor %}'
    const most = loop.repeat(Math.floor(20_000 / loop.length))
    expect(render(most, { ...values, stops })).toBe('')
    expect(() => render('x'.repeat(20_001))).toThrow(TemplateFault)
    const long = [{ ...values.stops![0]!, note: 'x'.repeat(2_000) }]
    expect(() => render(loop.repeat(40), { ...values, stops: long })).toThrow('The text is too long.')
  })
})

describe('the sent text', () => {
  test('MAIL-3: markup in data is text in the e-mail', () => {
    const named = { ...values, recipient: { name: '<img src=x onerror=alert(1)>' } }
    expect(htmlOf(render('Dear {{ recipient.name }}', named))).not.toContain('<img')
  })

  test('MAIL-3: a subject is one line, so that it cannot inject a header', () => {
    expect(subjectOf(' Order 7\r\nBcc: all@example.org \u2028x')).toBe('Order 7 Bcc: all@example.org x')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\r\n\0]/.test(subjectOf(text))))
  })
})
