/** The functions that are used, each from its own file, instead of all 400. */
module.exports = new Proxy({}, { get: (_, name) => require(`es-toolkit/compat/${name}`) });
