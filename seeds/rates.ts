/** Prices of the sample haulier: a groupage customer, containers, a carrier's trips and its own fleet. */
import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'

type NewRateLine = NewRateCardDoc['lines'][number]

/** Charge types, as the settings take them. */
export const sampleChargeTypes = [
  { code: 'FREIGHT', name: 'Freight', name_nl: 'Vracht', name_fr: 'Fret', name_de: 'Fracht', role: 'BASE' },
  {
    ...{ code: 'FUEL', name: 'Fuel surcharge', name_nl: 'Brandstoftoeslag', name_fr: 'Supplément carburant' },
    ...{ name_de: 'Dieselzuschlag', role: 'SURCHARGE' },
  },
  {
    ...{
      code: 'WAITING',
      name: 'Waiting time',
      name_nl: 'Wachttijd',
      name_fr: "Temps d'attente",
      name_de: 'Wartezeit',
    },
    role: 'ACCESSORIAL',
    first_approval: 'TO_REQUEST',
  },
  { code: 'TOLL', name: 'Toll', name_nl: 'Tol', name_fr: 'Péage', name_de: 'Maut', role: 'DISBURSEMENT', unit: 'KMT' },
  {
    ...{ code: 'CHASSIS', name: 'Chassis rent', name_nl: 'Chassishuur', name_fr: 'Location de châssis' },
    ...{ name_de: 'Chassismiete', role: 'ACCESSORIAL', unit: 'DAY' },
  },
  {
    ...{ code: 'DEMURRAGE', name: 'Demurrage', name_nl: 'Demurrage', name_fr: 'Surestaries', name_de: 'Demurrage' },
    ...{ role: 'DISBURSEMENT', unit: 'DAY' },
  },
  {
    ...{ code: 'KM', name: 'Kilometres', name_nl: 'Kilometers', name_fr: 'Kilomètres', name_de: 'Kilometer' },
    ...{ role: 'BASE', unit: 'KMT', sides: ['COST'] },
  },
  {
    ...{ code: 'HOURS', name: 'Driving time', name_nl: 'Rijtijd', name_fr: 'Temps de conduite', name_de: 'Lenkzeit' },
    ...{ role: 'BASE', unit: 'HUR', sides: ['COST'] },
  },
] as const

/** The index that surcharges on fuel follow. */
export const sampleIndex = {
  index: { code: 'DIESEL-BE', name: 'Diesel surcharge Belgium', source: 'Sample values', lasts_days: null },
  values: [
    { valid_from: '2025-01-01', value: '11.25' },
    { valid_from: '2026-01-01', value: '12.5' },
    { valid_from: '2026-07-01', value: '13.1' },
  ],
}

const perUnit = (fact: string, price: string) => ({
  kind: 'PER_UNIT' as const,
  quantity: { kind: 'FACT' as const, fact },
  price,
})
const valid_from = '2025-01-01'

/** What the card for groupage charges within Belgium. */
export const groupageLines = {
  freight: {
    ...{ key: 'freight', type: 'FREIGHT', scope: 'CONSIGNMENT', min: '45.00' },
    when: [{ kind: 'IS', fact: 'pickup.country', value: 'BE' }],
    block: {
      ...{ kind: 'TABLE', table: 'BE-ZONES', rows: ['delivery.zone'], per: '100_UNITS', lower_break: true },
      quantity: { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' },
    },
  },
  fuel: {
    ...{ key: 'fuel', type: 'FUEL' },
    block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
  },
  waiting: {
    ...{ key: 'waiting', type: 'WAITING', scope: 'STOP' },
    block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
  },
} satisfies Record<string, NewRateLine>

/** Zone set, table and cards, in an order in which each is after those it names. */
export const sampleRates = [
  {
    record: { kind: 'ZONE_SET', code: 'BE', name: 'Belgium' },
    draft: {
      kind: 'ZONE_SET',
      valid_from,
      doc: {
        entries: [
          { zone: '1', country: 'BE', from: '90', to: '99' },
          { zone: '3', country: 'BE', from: '40', to: '49' },
          { zone: '4', country: 'BE', from: '66', to: '69' },
          { zone: '2', country: 'BE' },
        ],
      },
    },
  },
  {
    record: { kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'Groupage in Belgium, per 100 kg' },
    draft: {
      kind: 'TARIFF_TABLE',
      valid_from,
      doc: {
        currency: 'EUR',
        zone_set: 'BE',
        breaks: ['0', '500', '1000', '2000', '3000'],
        rows: [
          { key: ['1'], prices: ['9.80', '8.10', '6.90', '5.70', '4.60'] },
          { key: ['2'], prices: ['12.10', '10.20', '8.40', '7.00', '5.50'] },
          { key: ['3'], prices: ['14.20', '11.80', '9.60', '8.10', '6.20'] },
          { key: ['4'], prices: ['16.90', '13.90', '11.40', '9.50', '7.30'] },
        ],
      },
    },
  },
  {
    record: { kind: 'RATE_CARD', code: 'KLANT-A', name: 'Groupage', side: 'SALES', currency: 'EUR' },
    draft: {
      kind: 'RATE_CARD',
      valid_from,
      doc: {
        assignments: [{ to: 'ALL', priority: 200, transport_service: 'GROUPAGE' }],
        lines: [
          {
            ...{ ...groupageLines.freight, group: 'freight' },
            when: [...groupageLines.freight.when, { kind: 'IS', fact: 'delivery.country', value: 'BE' }],
          },
          {
            ...{ key: 'abroad', type: 'FREIGHT', scope: 'CONSIGNMENT', group: 'freight', min: '65.00' },
            block: perUnit('way.km_direct', '1.12'),
          },
          groupageLines.fuel,
          groupageLines.waiting,
        ],
      },
    },
  },
  {
    record: { kind: 'RATE_CARD', code: 'CONTAINER', name: 'Import containers', side: 'SALES', currency: 'EUR' },
    draft: {
      kind: 'RATE_CARD',
      valid_from,
      doc: {
        assignments: [{ to: 'ALL', priority: 100 }],
        when: [{ kind: 'KNOWN', fact: 'container.type' }],
        lines: [
          { key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '410.00' } },
          // Beyond the surroundings of the port, both ways.
          {
            ...{ key: 'far', type: 'FREIGHT', scope: 'CONSIGNMENT' },
            when: [{ kind: 'BETWEEN', fact: 'way.km_direct', from: '120' }],
            block: {
              ...{ kind: 'PER_UNIT', price: '2.30' },
              quantity: { kind: 'FACT', fact: 'way.km_direct', free: '120' },
            },
          },
          {
            key: 'fuel',
            type: 'FUEL',
            block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
          },
          {
            key: 'chassis',
            type: 'CHASSIS',
            when: [{ kind: 'KNOWN', fact: 'container.chassis_days' }],
            block: {
              kind: 'DAYS',
              days: { kind: 'FACT', fact: 'container.chassis_days' },
              free: 3,
              brackets: [{ from: '1', price: '22.50' }],
            },
          },
          {
            key: 'demurrage',
            type: 'DEMURRAGE',
            when: [{ kind: 'IS', fact: 'container.scenario', value: 'IMPORT' }],
            block: {
              kind: 'DAYS',
              days: {
                kind: 'DATES',
                from: 'container.discharged_on',
                to: 'container.gate_out_on',
                first: 'DAY_AFTER',
              },
              free: 5,
              brackets: [{ from: '1', price: '75.00' }],
            },
          },
        ],
      },
    },
  },
  {
    record: { kind: 'RATE_CARD', code: 'ROAD', name: 'Loads by road', side: 'SALES', currency: 'EUR' },
    draft: {
      kind: 'RATE_CARD',
      valid_from,
      doc: {
        assignments: ['FTL', 'LTL', 'REEFER'].map((transport_service) => ({
          ...{ to: 'ALL' as const, priority: 150, transport_service },
        })),
        lines: [
          {
            ...{ key: 'freight', type: 'FREIGHT', scope: 'CONSIGNMENT', min: '180.00' },
            block: perUnit('way.km_direct', '1.48'),
          },
          {
            key: 'fuel',
            type: 'FUEL',
            block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
          },
          {
            ...{ key: 'waiting', type: 'WAITING', scope: 'STOP' },
            block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '90', unit: '15', price: '14.00' },
          },
        ],
      },
    },
  },
  {
    record: { kind: 'RATE_CARD', code: 'CARRIERS', name: 'Trips of carriers', side: 'COST', currency: 'EUR' },
    draft: {
      kind: 'RATE_CARD',
      valid_from,
      doc: {
        assignments: [{ to: 'ALL' }],
        lines: [
          { key: 'km', type: 'KM', min: '180.00', block: perUnit('trip.km', '1.18') },
          // Started quarters of an hour of days that take longer than agreed; a night is rest.
          {
            ...{ key: 'waiting', type: 'WAITING' },
            block: {
              ...{ kind: 'PER_UNIT', price: '10.50' },
              quantity: {
                ...{ kind: 'FORMULA', round_up: '1' },
                formula: 'max(dec("0"), (trip.hours - trip.nights * 16 - 8) * 4)',
              },
            },
          },
        ],
      },
    },
  },
  {
    record: { kind: 'RATE_CARD', code: 'OWN-FLEET', name: 'Own fleet', side: 'COST', currency: 'EUR' },
    draft: {
      kind: 'RATE_CARD',
      valid_from,
      doc: {
        assignments: [{ to: 'OWN_FLEET' }],
        lines: [
          { key: 'loaded', type: 'KM', block: perUnit('trip.km_loaded', '0.54') },
          { key: 'empty', type: 'KM', block: perUnit('trip.km_empty', '0.46') },
          // A night is rest.
          {
            ...{ key: 'hours', type: 'HOURS' },
            block: {
              ...{ kind: 'PER_UNIT', price: '24.50' },
              quantity: { kind: 'FORMULA', formula: 'max(dec("0"), trip.hours - trip.nights * 12)', unit: 'HUR' },
            },
          },
        ],
      },
    },
  },
] as const
