// Filters, sorts, projections and updates: only the operators that the adapters use; everything else is refused.
import { Refusal, unknownWord } from './refusal.mjs';

const COMPARISONS = {
  $eq: (value, bound) => (bound === null ? value === undefined || value === null : value === bound),
  $gte: (value, bound) => typeof value === typeof bound && compareValues(value, bound) >= 0,
  $lt: (value, bound) => typeof value === typeof bound && compareValues(value, bound) < 0,
  $gt: (value, bound) => typeof value === typeof bound && compareValues(value, bound) > 0,
  $in: (value, bounds) => bounds.includes(value),
};

/** A predicate on documents. Every value must be inside an operator. */
export function filterOf(filter) {
  const tests = Object.entries(filter).flatMap(([path, conditions]) => {
    if (path.startsWith('$')) throw unknownWord(path);
    if (!isDocument(conditions)) throw unknownWord(`a bare value for ${path}`);
    return Object.entries(conditions).map(([operator, bound]) => testOf(path, operator, bound));
  });
  return (document) => tests.every((test) => test(document));
}

function testOf(path, operator, bound) {
  const compare = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : null;
  if (!compare) throw unknownWord(operator);
  const bounds = operator === '$in' ? bound : [bound];
  if (!Array.isArray(bounds) || !bounds.every(isPlain)) throw unknownWord(`such a value for ${path}`);
  return (document) => compare(valueAt(document, path), bound);
}

/** The single _id of a filter, if it has one. */
export function idOf(filter) {
  return filter._id?.$eq;
}

/** Compares documents by the fields of a sort, each 1 or -1. */
export function orderOf(sort) {
  const fields = Object.entries(sort);
  for (const [field, direction] of fields) {
    if (direction !== 1 && direction !== -1) throw unknownWord(`the order ${direction} of ${field}`);
  }
  return (left, right) => {
    for (const [field, direction] of fields) {
      const order = compareValues(valueAt(left, field), valueAt(right, field));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** The document without the fields that a projection sets to 0. */
export function projected(document, projection = {}) {
  const copy = structuredClone(document);
  for (const [path, shown] of Object.entries(projection)) {
    if (shown !== 0) throw unknownWord(`a projection that names ${path}`);
    const { parent, name } = placeOf(copy, path);
    if (isDocument(parent)) delete parent[name];
  }
  return copy;
}

/** The updated document: a replacement, or $set and $inc of its fields. */
export function updated(document, update) {
  const words = Object.keys(update);
  if (!words.some((word) => word.startsWith('$'))) return { _id: document._id, ...update };
  const copy = structuredClone(document);
  for (const word of words) {
    for (const [path, value] of Object.entries(update[word])) {
      const { parent, name } = placeOf(copy, path);
      if (!isDocument(parent)) throw new Refusal(28, 'PathNotViable', `${path} leads nowhere`);
      if (word === '$set') parent[name] = value;
      else if (word === '$inc') parent[name] = (parent[name] ?? 0) + value;
      else throw unknownWord(word);
    }
  }
  return copy;
}

/** Names that some servers treat as operators or paths. */
export function refuseNames(value) {
  if (Array.isArray(value)) value.forEach(refuseNames);
  if (!isDocument(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.startsWith('$') || name.includes('.')) {
      throw new Refusal(52, 'DollarPrefixedFieldName', `the field name ${name} is not for storage`);
    }
    refuseNames(inner);
  }
}

export function valueAt(document, path) {
  const { parent, name } = placeOf(document, path);
  if (Array.isArray(parent)) throw unknownWord(`${path} in a list`);
  return isDocument(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}

function placeOf(document, path) {
  const names = path.split('.');
  const name = names.pop();
  let parent = document;
  for (const step of names)
    parent = isDocument(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  return { parent, name };
}

/** Missing below numbers below texts below booleans; texts by the bytes of UTF-8. */
function compareValues(left, right) {
  const ranks = rankOf(left) - rankOf(right);
  if (ranks !== 0) return ranks;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left === right ? 0 : left < right ? -1 : 1;
}

function rankOf(value) {
  if (value === undefined || value === null) return 0;
  const rank = ['number', 'string', 'boolean'].indexOf(typeof value);
  if (rank === -1) throw unknownWord(`an order of ${typeof value}`);
  return rank + 1;
}

const isPlain = (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isDocument = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
