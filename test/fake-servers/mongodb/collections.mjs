// Collections of documents in memory; every change is in a journal on disk before it is acknowledged.
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import { Refusal } from './refusal.mjs';
import { refuseNames } from './query.mjs';

const LARGEST_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** All databases of one server: a namespace is `database.collection`. */
export class Collections {
  #namespaces = new Map();
  #journal;

  constructor(folder) {
    const file = join(folder, 'journal.bson');
    if (existsSync(file)) truncateSync(file, this.#replay(readFileSync(file)));
    this.#journal = openSync(file, 'a');
  }

  /** Documents by _id; an empty map for a missing collection. */
  documents(namespace) {
    return this.#namespaces.get(namespace)?.documents ?? new Map();
  }

  indexes(namespace) {
    return this.#namespaces.get(namespace)?.indexes ?? [];
  }

  names(database) {
    const prefix = `${database}.`;
    return [...this.#namespaces.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  }

  insert(namespace, document) {
    if (this.documents(namespace).has(document._id)) {
      throw new Refusal(
        11_000,
        'DuplicateKey',
        `E11000 duplicate key error collection: ${namespace} index: _id_`,
      );
    }
    this.replace(namespace, document);
  }

  replace(namespace, document) {
    if (typeof document._id !== 'string')
      throw new Refusal(2, 'BadValue', 'the fake server takes texts as _id');
    refuseNames(document);
    this.#change({ kind: 'put', namespace, document });
  }

  remove(namespace, id) {
    this.#change({ kind: 'remove', namespace, id });
  }

  createIndex(namespace, { key, name }) {
    const known = this.indexes(namespace).find((index) => index.name === name);
    if (known && JSON.stringify(known.key) === JSON.stringify(key)) return;
    if (known) throw new Refusal(86, 'IndexKeySpecsConflict', `${name} is another index already`);
    this.#change({ kind: 'index', namespace, index: { key, name } });
  }

  drop(namespace) {
    if (!this.#namespaces.has(namespace)) throw new Refusal(26, 'NamespaceNotFound', 'ns not found');
    this.#change({ kind: 'drop', namespace });
  }

  close() {
    closeSync(this.#journal);
  }

  #change(change) {
    const bytes = serialize(change);
    if (bytes.length > LARGEST_DOCUMENT_BYTES)
      throw new Refusal(10_334, 'BSONObjectTooLarge', 'larger than 16 MB');
    writeSync(this.#journal, bytes);
    this.#apply(change);
  }

  #apply({ kind, namespace, document, id, index }) {
    if (kind === 'drop') return void this.#namespaces.delete(namespace);
    const collection = this.#namespaces.get(namespace) ?? { documents: new Map(), indexes: [] };
    this.#namespaces.set(namespace, collection);
    if (kind === 'put') collection.documents.set(document._id, document);
    else if (kind === 'remove') collection.documents.delete(id);
    else collection.indexes.push(index);
  }

  /** Returns the length of complete changes in bytes: a kill may have cut the last one. */
  #replay(bytes) {
    let at = 0;
    while (at + 4 <= bytes.length) {
      const length = bytes.readInt32LE(at);
      if (at + length > bytes.length) break;
      this.#apply(deserialize(bytes.subarray(at, at + length)));
      at += length;
    }
    return at;
  }
}
