import type { MailKind } from '@cartage/contract/mails/app/templates'
import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { labelsOf } from '../../languages/labels.ts'

/** A template: subject and text with placeholders. */
export interface TemplateText {
  readonly subject: string
  readonly body: string
}

/** Lines that list stops and goods; the same in every language. */
const stopLines = `{% for one in stops %}
{{ one.number }}. {{ one.activity }}: {{ one.place }}
   {{ one.address }}
   {{ one.date }} {{ one.window }}{% if one.reference %}
   Ref. {{ one.reference }}{% endif %}
{% endfor %}`
const carrierStopLines = stopLines.replace(
  '\n{% endfor %}',
  '{% if one.note %}\n   {{ one.note }}{% endif %}\n{% endfor %}',
)
const goodsLines = `{% for one in goods %}
- {{ one.quantity }} {{ one.packaging }} {{ one.description }}{% if one.weight_kg %}, {{ one.weight_kg }} kg{% endif %}{% if one.loading_meters %}, {{ one.loading_meters }} LDM{% endif %}{% endfor %}`
const footer = `{{ sender.name }}{% if sender.phone %}
{{ sender.phone }}{% endif %}`

const texts = labelsOf<Record<MailKind, TemplateText>>('mail', {
  ORDER_CONFIRMATION: {
    subject:
      'Order confirmation {{ order.number }}{% if order.reference %}, your reference {{ order.reference }}{% endif %}',
    body: `Dear {{ recipient.name }},

Thank you for your order. We confirm it as {{ order.number }}.
{stops}
Goods:{goods}

Kind regards,
{footer}
`,
  },
  DISPATCH: {
    subject: 'Transport order {{ trip.name }}{% if trip.begin %}, {{ trip.begin }}{% endif %}',
    body: `Dear {{ recipient.name }},

Please carry out trip {{ trip.name }}.{% if trip.note %}

{{ trip.note }}{% endif %}
{stops}
Goods:{goods}

Kind regards,
{footer}
`,
  },
  DELAY: {
    subject: 'Delay of order {{ order.number }}: expected {{ stop.expected }}',
    body: `Dear {{ recipient.name }},

Order {{ order.number }}{% if order.reference %} (your reference {{ order.reference }}){% endif %} is running late.

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
Requested: {{ stop.date }} {{ stop.window }}
Expected: {{ stop.expected }}

We are sorry for the inconvenience.

Kind regards,
{footer}
`,
  },
  PROOF_REQUEST: {
    subject: 'Proof of delivery of order {{ order.number }}{% if trip.name %}, trip {{ trip.name }}{% endif %}',
    body: `Dear {{ recipient.name }},

Please send us the proof of delivery of order {{ order.number }}{% if trip.name %} (trip {{ trip.name }}{% if trip.vehicle %}, {{ trip.vehicle }}{% endif %}){% endif %}.{% if proof.reason %}

The one we received cannot be accepted: {{ proof.reason }}{% endif %}

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
{{ stop.date }} {{ stop.window }}{% if stop.reference %}
Reference {{ stop.reference }}{% endif %}

A photo or scan with the name and signature of the receiver is enough. Reply to this e-mail or use the link of the trip.

Kind regards,
{footer}
`,
  },
})

/** The built-in template of a kind of e-mail. */
export function builtinTemplate(kind: MailKind, language: Language): TemplateText {
  const { subject, body } = texts(language)[kind]
  const stops = kind === 'DISPATCH' ? carrierStopLines : stopLines
  return { subject, body: fill(body, { stops, goods: goodsLines, footer }) }
}
