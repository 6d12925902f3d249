/**
 * Words that mean the same on an Indian kitchen shelf, or that are so often misspelt that the nearest real word
 * would be another one. From what is typed to what else it may mean.
 */
export const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    panner: ['paneer'],
    panneer: ['paneer'],
    dahi: ['curd'],
    curd: ['dahi'],
    yoghurt: ['yogurt', 'curd'],
    doodh: ['milk'],
    anda: ['egg'],
    chawal: ['rice'],
    chini: ['sugar'],
    cheeni: ['sugar'],
    aata: ['atta'],
    maida: ['flour'],
    aloo: ['potato'],
    alu: ['potato'],
    pyaz: ['onion'],
    pyaaz: ['onion'],
    tamatar: ['tomato'],
    namak: ['salt'],
    tel: ['oil'],
    chai: ['tea'],
    makhan: ['butter'],
    sabun: ['soap'],
    biscuits: ['biscuit', 'cookie'],
    wafers: ['chips'],
    daal: ['dal'],
    dhal: ['dal'],
    coriander: ['dhania'],
    dhania: ['coriander'],
    ladyfinger: ['okra', 'bhindi'],
    brinjal: ['eggplant', 'baingan'],
  }),
);
