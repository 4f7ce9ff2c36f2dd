import type { Random } from './random.ts';

export type SeedLocale = 'es-cl' | 'en';

type Words = readonly [string, ...string[]];

interface Vocabulary {
  /** uid of the type → how its entries are called; a name is one of each. */
  readonly names: Readonly<Record<string, readonly [Words, Words]>>;
  readonly openings: Words;
  readonly endings: Words;
}

const vocabularies: Readonly<Record<SeedLocale, Vocabulary>> = {
  'es-cl': {
    names: {
      producto: [
        ['Cuenta', 'Tarjeta', 'Crédito', 'Seguro', 'Depósito'],
        ['de viaje', 'joven', 'del hogar', 'digital', 'verde', 'clásica', 'sin costo', 'familiar'],
      ],
      noticia: [
        ['Nuevas tasas', 'Consejos', 'Cambios de horario', 'Seguridad', 'Ahorro', 'Inauguración'],
        ['para el verano', 'en línea', 'para estudiantes', 'en regiones', 'del trimestre', 'para su negocio'],
      ],
      sucursal: [
        ['Sucursal', 'Caja vecina', 'Centro de atención'],
        ['Plaza Mayor', 'Los Robles', 'Puerto Viejo', 'Alameda Norte', 'El Faro', 'Las Lomas'],
      ],
      'aviso-legal': [['Aviso legal'], ['del sitio']],
      articulo: [
        ['Zapatilla', 'Chaqueta', 'Mochila', 'Lámpara', 'Taza', 'Silla', 'Bufanda'],
        ['urbana', 'de montaña', 'ligera', 'de lino', 'plegable', 'de invierno', 'reciclada'],
      ],
      'guia-de-compra': [
        ['Cómo elegir', 'Todo sobre', 'Lo básico de'],
        ['una mochila', 'la ropa de abrigo', 'la luz del hogar', 'el calzado', 'los regalos'],
      ],
      campana: [
        ['Vuelta a clases', 'Semana del hogar', 'Liquidación', 'Aniversario', 'Fin de temporada'],
        ['en tiendas', 'en la aplicación', 'para clientes nuevos', 'con tarjeta'],
      ],
      banner: [
        ['Envío gratis', 'Dos por uno', 'Cuotas sin interés', 'Última semana'],
        ['en calzado', 'en deco', 'para socios', 'este jueves'],
      ],
    },
    openings: [
      'Pensado para quienes organizan sus gastos con calma',
      'Una opción simple para el día a día',
      'Disponible en línea y en todas las oficinas',
      'Revise las condiciones antes de contratar',
      'El equipo lo acompaña en cada paso',
    ],
    endings: [
      'sin trámites adicionales.',
      'con respuesta en dos días hábiles.',
      'y con atención por los canales de siempre.',
      'hasta agotar el cupo.',
    ],
  },
  en: {
    names: {
      producto: [
        ['Account', 'Card', 'Loan', 'Insurance', 'Deposit'],
        [
          'for travel',
          'for students',
          'for the home',
          'online',
          'green',
          'classic',
          'without fees',
          'family',
        ],
      ],
      noticia: [
        ['New rates', 'Advice', 'Changed hours', 'Safety', 'Savings', 'Opening'],
        ['for the summer', 'online', 'for students', 'in the regions', 'this quarter', 'for your business'],
      ],
      sucursal: [
        ['Branch', 'Corner desk', 'Service centre'],
        ['Main Square', 'The Oaks', 'Old Harbour', 'North Avenue', 'The Lighthouse', 'The Hills'],
      ],
      'aviso-legal': [['Legal notice'], ['of the site']],
      articulo: [
        ['Sneaker', 'Jacket', 'Backpack', 'Lamp', 'Mug', 'Chair', 'Scarf'],
        ['urban', 'for the mountains', 'light', 'linen', 'folding', 'for winter', 'recycled'],
      ],
      'guia-de-compra': [
        ['How to choose', 'All about', 'The basics of'],
        ['a backpack', 'warm clothes', 'light at home', 'shoes', 'presents'],
      ],
      campana: [
        ['Back to school', 'Home week', 'Clearance', 'Anniversary', 'End of season'],
        ['in our shops', 'in the app', 'for new customers', 'with your card'],
      ],
      banner: [
        ['Free delivery', 'Two for one', 'No interest', 'Last week'],
        ['on shoes', 'on decoration', 'for members', 'this Thursday'],
      ],
    },
    openings: [
      'Made for people who plan their spending calmly',
      'A simple choice for every day',
      'Available online and in every branch',
      'Read the conditions before you sign',
      'Our team is with you at every step',
    ],
    endings: [
      'without further paperwork.',
      'with an answer within two working days.',
      'through the channels you know.',
      'while places last.',
    ],
  },
};

/** The same `number` gives the same thing in both languages. Past the last combination a number is added. */
export function nameOf(typeUid: string, locale: SeedLocale, number: number): string {
  const [things, qualities] = vocabularies[locale].names[typeUid] ?? [['Elemento'], ['']];
  const combinations = things.length * qualities.length;
  const thing = things[number % things.length];
  const quality = qualities[Math.floor(number / things.length) % qualities.length];
  const round = Math.floor(number / combinations);
  return round === 0 ? `${thing} ${quality}` : `${thing} ${quality} ${round + 1}`;
}

export function sentence(locale: SeedLocale, random: Random): string {
  const { openings, endings } = vocabularies[locale];
  return `${random.pick(openings)}, ${random.pick(endings)}`;
}
