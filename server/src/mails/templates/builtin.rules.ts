import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'

/** A text before its values are known. */
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

/** The texts that Cartage brings along, of every kind in every language. */
export const builtinTemplates: Readonly<Record<MailKind, Readonly<Record<Language, TemplateText>>>> = {
  ORDER_CONFIRMATION: {
    en: {
      subject:
        'Order confirmation {{ order.number }}{% if order.reference %}, your reference {{ order.reference }}{% endif %}',
      body: `Dear {{ recipient.name }},

Thank you for your order. We confirm it as {{ order.number }}.
${stopLines}
Goods:${goodsLines}

Kind regards,
${footer}
`,
    },
    nl: {
      subject:
        'Orderbevestiging {{ order.number }}{% if order.reference %}, uw referentie {{ order.reference }}{% endif %}',
      body: `Beste {{ recipient.name }},

Bedankt voor uw order. We bevestigen die als {{ order.number }}.
${stopLines}
Goederen:${goodsLines}

Met vriendelijke groeten,
${footer}
`,
    },
    fr: {
      subject:
        'Confirmation de commande {{ order.number }}{% if order.reference %}, votre référence {{ order.reference }}{% endif %}',
      body: `Bonjour {{ recipient.name }},

Merci pour votre commande. Nous la confirmons sous le numéro {{ order.number }}.
${stopLines}
Marchandise :${goodsLines}

Cordialement,
${footer}
`,
    },
    de: {
      subject:
        'Auftragsbestätigung {{ order.number }}{% if order.reference %}, Ihre Referenz {{ order.reference }}{% endif %}',
      body: `Guten Tag {{ recipient.name }},

vielen Dank für Ihren Auftrag. Wir bestätigen ihn unter der Nummer {{ order.number }}.
${stopLines}
Ware:${goodsLines}

Mit freundlichen Grüßen
${footer}
`,
    },
  },
  DISPATCH: {
    en: {
      subject: 'Transport order {{ trip.name }}{% if trip.begin %}, {{ trip.begin }}{% endif %}',
      body: `Dear {{ recipient.name }},

Please carry out trip {{ trip.name }}.{% if trip.note %}

{{ trip.note }}{% endif %}
${carrierStopLines}
Goods:${goodsLines}

Kind regards,
${footer}
`,
    },
    nl: {
      subject: 'Transportopdracht {{ trip.name }}{% if trip.begin %}, {{ trip.begin }}{% endif %}',
      body: `Beste {{ recipient.name }},

Gelieve rit {{ trip.name }} uit te voeren.{% if trip.note %}

{{ trip.note }}{% endif %}
${carrierStopLines}
Goederen:${goodsLines}

Met vriendelijke groeten,
${footer}
`,
    },
    fr: {
      subject: 'Ordre de transport {{ trip.name }}{% if trip.begin %}, {{ trip.begin }}{% endif %}',
      body: `Bonjour {{ recipient.name }},

Merci d’effectuer la tournée {{ trip.name }}.{% if trip.note %}

{{ trip.note }}{% endif %}
${carrierStopLines}
Marchandise :${goodsLines}

Cordialement,
${footer}
`,
    },
    de: {
      subject: 'Transportauftrag {{ trip.name }}{% if trip.begin %}, {{ trip.begin }}{% endif %}',
      body: `Guten Tag {{ recipient.name }},

bitte führen Sie die Tour {{ trip.name }} durch.{% if trip.note %}

{{ trip.note }}{% endif %}
${carrierStopLines}
Ware:${goodsLines}

Mit freundlichen Grüßen
${footer}
`,
    },
  },
  DELAY: {
    en: {
      subject: 'Delay of order {{ order.number }}: expected {{ stop.expected }}',
      body: `Dear {{ recipient.name }},

Order {{ order.number }}{% if order.reference %} (your reference {{ order.reference }}){% endif %} is running late.

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
Requested: {{ stop.date }} {{ stop.window }}
Expected: {{ stop.expected }}

We are sorry for the inconvenience.

Kind regards,
${footer}
`,
    },
    nl: {
      subject: 'Vertraging van order {{ order.number }}: verwacht {{ stop.expected }}',
      body: `Beste {{ recipient.name }},

Order {{ order.number }}{% if order.reference %} (uw referentie {{ order.reference }}){% endif %} heeft vertraging.

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
Gevraagd: {{ stop.date }} {{ stop.window }}
Verwacht: {{ stop.expected }}

Onze excuses voor het ongemak.

Met vriendelijke groeten,
${footer}
`,
    },
    fr: {
      subject: 'Retard de la commande {{ order.number }} : prévu {{ stop.expected }}',
      body: `Bonjour {{ recipient.name }},

La commande {{ order.number }}{% if order.reference %} (votre référence {{ order.reference }}){% endif %} a du retard.

{{ stop.activity }} : {{ stop.place }}
{{ stop.address }}
Demandé : {{ stop.date }} {{ stop.window }}
Prévu : {{ stop.expected }}

Veuillez nous excuser pour ce désagrément.

Cordialement,
${footer}
`,
    },
    de: {
      subject: 'Verspätung des Auftrags {{ order.number }}: erwartet {{ stop.expected }}',
      body: `Guten Tag {{ recipient.name }},

der Auftrag {{ order.number }}{% if order.reference %} (Ihre Referenz {{ order.reference }}){% endif %} verspätet sich.

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
Gewünscht: {{ stop.date }} {{ stop.window }}
Erwartet: {{ stop.expected }}

Wir bitten um Entschuldigung.

Mit freundlichen Grüßen
${footer}
`,
    },
  },
  PROOF_REQUEST: {
    en: {
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
${footer}
`,
    },
    nl: {
      subject: 'Afleverbewijs van order {{ order.number }}{% if trip.name %}, rit {{ trip.name }}{% endif %}',
      body: `Beste {{ recipient.name }},

Gelieve ons het afleverbewijs van order {{ order.number }}{% if trip.name %} (rit {{ trip.name }}{% if trip.vehicle %}, {{ trip.vehicle }}{% endif %}){% endif %} te bezorgen.{% if proof.reason %}

Het ontvangen bewijs kan niet worden geaccepteerd: {{ proof.reason }}{% endif %}

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
{{ stop.date }} {{ stop.window }}{% if stop.reference %}
Referentie {{ stop.reference }}{% endif %}

Een foto of scan met naam en handtekening van de ontvanger volstaat. Antwoord op deze e-mail of gebruik de link van de rit.

Met vriendelijke groeten,
${footer}
`,
    },
    fr: {
      subject:
        'Preuve de livraison de la commande {{ order.number }}{% if trip.name %}, tournée {{ trip.name }}{% endif %}',
      body: `Bonjour {{ recipient.name }},

Merci de nous envoyer la preuve de livraison de la commande {{ order.number }}{% if trip.name %} (tournée {{ trip.name }}{% if trip.vehicle %}, {{ trip.vehicle }}{% endif %}){% endif %}.{% if proof.reason %}

Celle que nous avons reçue ne peut pas être acceptée : {{ proof.reason }}{% endif %}

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
{{ stop.date }} {{ stop.window }}{% if stop.reference %}
Référence {{ stop.reference }}{% endif %}

Une photo ou un scan avec le nom et la signature du destinataire suffit. Répondez à cet e-mail ou utilisez le lien de la tournée.

Cordialement,
${footer}
`,
    },
    de: {
      subject: 'Ablieferbeleg zum Auftrag {{ order.number }}{% if trip.name %}, Tour {{ trip.name }}{% endif %}',
      body: `Guten Tag {{ recipient.name }},

bitte senden Sie uns den Ablieferbeleg zum Auftrag {{ order.number }}{% if trip.name %} (Tour {{ trip.name }}{% if trip.vehicle %}, {{ trip.vehicle }}{% endif %}){% endif %}.{% if proof.reason %}

Der erhaltene Beleg kann nicht akzeptiert werden: {{ proof.reason }}{% endif %}

{{ stop.activity }}: {{ stop.place }}
{{ stop.address }}
{{ stop.date }} {{ stop.window }}{% if stop.reference %}
Referenz {{ stop.reference }}{% endif %}

Ein Foto oder Scan mit Name und Unterschrift des Empfängers genügt. Antworten Sie auf diese E-Mail oder nutzen Sie den Link der Tour.

Mit freundlichen Grüßen
${footer}
`,
    },
  },
}
