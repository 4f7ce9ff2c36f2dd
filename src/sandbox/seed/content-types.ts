import type { FieldType, FieldValidations } from '../records.ts';

export interface FieldSeed {
  readonly name: string;
  readonly type: FieldType;
  readonly hint?: string;
  readonly validations?: FieldValidations;
  /** The uid of the type that a link points to. */
  readonly linksTo?: string;
}

export interface ContentTypeSeed {
  readonly id: number;
  readonly space: 'bank' | 'stores' | 'campaigns';
  readonly name: string;
  readonly uid: string;
  readonly single?: boolean;
  /** Logical entries, each in one or two languages. */
  readonly entriesCount: number;
  readonly fields: readonly FieldSeed[];
}

const required = { required: true } as const;

/** Eight types that together use every documented type of field. The first field of each holds the name. */
export const contentTypeSeeds: readonly ContentTypeSeed[] = [
  {
    id: 51,
    space: 'bank',
    name: 'Producto',
    uid: 'producto',
    entriesCount: 40,
    fields: [
      {
        name: 'Nombre comercial',
        type: 'string',
        hint: 'Como lo ve el cliente',
        validations: { ...required, length: 120 },
      },
      {
        name: 'Código',
        type: 'string',
        validations: { required: true, unique: true, regexp: '^[A-Z]{3}-\\d{5}$' },
      },
      { name: 'Resumen', type: 'text', validations: { length: 600 } },
      { name: 'Detalle', type: 'rich_text' },
      {
        name: 'Segmento',
        type: 'dropdown',
        validations: { values: '*Personas\nJóvenes\nPymes\nPreferente' },
      },
      {
        name: 'Tasa anual',
        type: 'decimal',
        validations: { number_range: { min_number: 0, max_number: 100 } },
      },
      { name: 'Disponible', type: 'boolean' },
      { name: 'Imagen', type: 'asset' },
    ],
  },
  {
    id: 52,
    space: 'bank',
    name: 'Noticia',
    uid: 'noticia',
    entriesCount: 120,
    fields: [
      { name: 'Título', type: 'string', hint: 'Titular corto', validations: { ...required, length: 160 } },
      { name: 'Cuerpo', type: 'rich_text' },
      {
        name: 'Fecha',
        type: 'date',
        validations: {
          date_range: { min_date: '2020-01-01T00:00:00.000Z', max_date: '2035-12-31T00:00:00.000Z' },
        },
      },
      { name: 'Sección', type: 'radio', validations: { values: '*Novedades\nConsejos\nPrensa' } },
      { name: 'Galería', type: 'assets' },
      { name: 'Producto relacionado', type: 'content_type', linksTo: 'producto' },
    ],
  },
  {
    id: 53,
    space: 'bank',
    name: 'Sucursal',
    uid: 'sucursal',
    entriesCount: 60,
    fields: [
      { name: 'Nombre', type: 'string', validations: required },
      { name: 'Ubicación', type: 'locations' },
      {
        name: 'Servicios',
        type: 'checkbox',
        validations: { values: 'Cajero\nAsesoría\nCaja fuerte\nAcceso universal' },
      },
      {
        name: 'Cajeros automáticos',
        type: 'integer',
        validations: { number_range: { min_number: 0, max_number: 50 } },
      },
      { name: 'Abre sábado', type: 'boolean' },
    ],
  },
  {
    id: 54,
    space: 'bank',
    name: 'Aviso legal',
    uid: 'aviso-legal',
    single: true,
    entriesCount: 1,
    fields: [
      { name: 'Título', type: 'string', validations: required },
      { name: 'Texto', type: 'text', validations: required },
    ],
  },
  {
    id: 55,
    space: 'stores',
    name: 'Artículo',
    uid: 'articulo',
    entriesCount: 130,
    fields: [
      { name: 'Nombre', type: 'string', validations: { ...required, length: 120 } },
      {
        name: 'SKU',
        type: 'string',
        validations: { required: true, unique: true, regexp: '^[A-Z]{3}-\\d{5}$' },
      },
      { name: 'Descripción', type: 'text' },
      {
        name: 'Precio',
        type: 'decimal',
        validations: { required: true, number_range: { min_number: 0, max_number: 5000 } },
      },
      {
        name: 'Existencias',
        type: 'integer',
        validations: { number_range: { min_number: 0, max_number: 10000 } },
      },
      { name: 'Colores', type: 'multiple', validations: { values: 'Azul\nRojo\nVerde\nNegro\nBlanco' } },
      { name: 'Talla', type: 'dropdown', validations: { values: 'S\n*M\nL\nXL' } },
      { name: 'Fotos', type: 'assets' },
    ],
  },
  {
    id: 56,
    space: 'stores',
    name: 'Guía de compra',
    uid: 'guia-de-compra',
    entriesCount: 30,
    fields: [
      { name: 'Título', type: 'string', validations: required },
      { name: 'Contenido', type: 'rich_text' },
      { name: 'Artículos', type: 'content_types', linksTo: 'articulo' },
      { name: 'Publicable desde', type: 'date' },
    ],
  },
  {
    id: 57,
    space: 'campaigns',
    name: 'Campaña',
    uid: 'campana',
    entriesCount: 30,
    fields: [
      { name: 'Título', type: 'string', validations: required },
      { name: 'Mensaje', type: 'text', validations: { length: 400 } },
      { name: 'Canal', type: 'radio', validations: { values: '*Web\nAplicación\nTienda' } },
      {
        name: 'Públicos',
        type: 'multiple',
        validations: { values: 'Familias\nEstudiantes\nDeportistas\nMayores' },
      },
      {
        name: 'Descuento',
        type: 'decimal',
        validations: { number_range: { min_number: 0, max_number: 90 } },
      },
      { name: 'Inicio', type: 'date' },
      { name: 'Imagen', type: 'asset' },
    ],
  },
  {
    id: 58,
    space: 'campaigns',
    name: 'Banner',
    uid: 'banner',
    entriesCount: 24,
    fields: [
      { name: 'Rótulo', type: 'string', validations: required },
      { name: 'Texto', type: 'text' },
      { name: 'Imagen', type: 'asset' },
      {
        name: 'Prioridad',
        type: 'integer',
        validations: { number_range: { min_number: 1, max_number: 10 } },
      },
      { name: 'Visible', type: 'boolean' },
      { name: 'Campaña', type: 'content_type', linksTo: 'campana' },
    ],
  },
];
