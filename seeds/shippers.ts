import type { OrderKind } from './sample-orders.ts'

/** What a customer of the sample world has carried. */
export interface Shipper {
  name: string
  /** Begins its own order numbers. */
  code: string
  kinds: readonly OrderKind[]
  goods: readonly string[]
  /** Code of the place its goods leave from, and its boxes are taken to; others send from wherever they have stock. */
  site?: string
}

const shipper = (name: string, code: string, kinds: string, goods: string, site?: string): Shipper => ({
  ...{ name, code, kinds: kinds.split(' ') as OrderKind[], goods: goods.split(', ') },
  ...(site !== undefined && { site }),
})

/** Customers that orders of the sample world come from: a brewery sends beer, and not from a steel mill. */
export const shippers: readonly Shipper[] = [
  shipper('Noordzee Chemie', 'NZC', 'ADR EXPORT', 'Solvent, Resin, Detergent base', 'S-GEEL'),
  shipper('Brouwerij De Linde', 'LIN', 'ROAD LOCAL EXPORT', 'Beer in crates, Beer in kegs, Malt in bags', 'S-GENT-BRW'),
  shipper('Papierfabriek Maasdal', 'PM', 'ROAD EXPORT', 'Paper on reels, Cardboard sheets, Copy paper', 'S-MAAS'),
  shipper('Rheinwerk Stahlhandel', 'RW', 'ROAD IMPORT', 'Steel sheets, Wire rod, Fasteners', 'S-DORT'),
  shipper('Vergers du Midi', 'VDM', 'REEFER', 'Apples, Pears, Apricots', 'S-REIMS'),
  shipper('Scheldt Container Line', 'SCL', 'IMPORT EXPORT', 'Coffee beans, Sawn timber, Tyres, Ceramic tiles'),
  shipper('Albion Homeware', 'ALB', 'ROAD IMPORT LOCAL', 'Kitchenware, Table lamps, Bed linen'),
  shipper('Koelhuis De Panne', 'KDP', 'REEFER', 'Frozen fish, Frozen vegetables, Shrimps', 'S-VEUR'),
  shipper('Zuivel Noord', 'ZN', 'REEFER', 'Yoghurt, Butter, Cheese', 'S-GRON'),
  shipper('Textiel Leiestreek', 'TL', 'ROAD EXPORT LOCAL', 'Upholstery fabric, Carpet rolls, Yarn', 'S-KORT'),
  shipper('Veiling Westland', 'VW', 'REEFER', 'Cut flowers, Tomatoes, Potted plants', 'S-WEST'),
  shipper('Aciérie de Moselle', 'AM', 'ROAD EXPORT', 'Steel billets, Cast parts', 'S-METZ'),
  shipper('Elblager Nord', 'EN', 'ROAD LOCAL', 'Machine parts, Hand tools, Pumps', 'S-HAM'),
  shipper('Meubelhuis Ter Elst', 'TE', 'IMPORT LOCAL', 'Garden furniture, Sofas, Bookcases'),
  shipper('Tegelfabriek Waal', 'TW', 'ROAD EXPORT LOCAL', 'Floor tiles, Roof tiles, Adhesive'),
  shipper('Kessel Farmaceutica', 'KF', 'REEFER', 'Vaccines, Infusion bags', 'S-BRU'),
  shipper('Atlantic Oceanways', 'AO', 'IMPORT EXPORT', 'Auto parts, Solar panels, Bicycles'),
  shipper('Nordstern Linien', 'NL', 'IMPORT', 'Toys, Consumer electronics, Shoes'),
  shipper('Bakkerij Terpstra', 'BT', 'LOCAL', 'Rusk, Rye bread, Flour'),
  shipper('Glaswerken Kempen', 'GK', 'ROAD LOCAL', 'Double glazing, Bottles, Glass sheets'),
  shipper('Verfhandel Dommel', 'VD', 'ADR LOCAL', 'Wall paint, Brushes and rollers', 'S-EIND'),
  shipper('Luxembourg Air Parts', 'LAP', 'ROAD', 'Aircraft parts, Tooling', 'S-LUX'),
  shipper('Biscuiterie des Flandres', 'BF', 'ROAD LOCAL EXPORT', 'Biscuits, Waffles', 'S-LILLE'),
  shipper('Westfalen Maschinenbau', 'WM', 'ROAD EXPORT', 'Gearboxes, Machine frames', 'S-DORT'),
  shipper('Groenteverwerking Ardooie', 'GA', 'REEFER EXPORT', 'Frozen spinach, Frozen peas, Frozen beans'),
  shipper('Oranje Elektro', 'OE', 'IMPORT LOCAL', 'Cable drums, Switchgear, Heat pumps', 'S-UTR'),
]
