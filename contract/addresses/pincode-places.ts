import { parsePincode } from '#contract/base/digits.ts';

/**
 * What the first digits of a PIN code say: India Post numbers circles, sorting districts and post offices from left
 * to right.
 */
export interface PincodePlace {
  /** Undefined outside of the cities that have a range of their own. */
  city: string | undefined;
  /** Several where a range crosses a border; never empty. */
  states: readonly string[];
}

// States by the first digits. The longest match counts; a range of two states names both. Compared with all 19,159
// PIN codes of the directory of India Post: each is in one of the states named here.
const stateRanges = `
Delhi 11|Haryana 12 13|Punjab 14 15|Chandigarh,Punjab 160|Chandigarh 160101 160102|Punjab 160103 160104|Himachal Pradesh 17
Jammu and Kashmir 18 19|Ladakh 194
Uttar Pradesh 20 21 22 23 24 25 26 27 28|Uttarakhand 248 249 263 2625|Uttar Pradesh,Uttarakhand 246 262 2447 2476
Uttar Pradesh 2467 2620 2621 2622 2627 2628 2629
Rajasthan 30 31 32 33 34|Gujarat 36 37 38 39
Gujarat,Dadra and Nagar Haveli and Daman and Diu 3625 3962
Maharashtra 40 41 42 43 44|Goa 403|Madhya Pradesh 45 46 47 48|Chhattisgarh 49
Telangana 50|Andhra Pradesh 51 52 53|Telangana,Andhra Pradesh 5071|Andhra Pradesh,Puducherry 5334
Karnataka 56 57 58 59
Tamil Nadu 60 61 62 63 64|Puducherry,Tamil Nadu 605 6074|Puducherry 6050 6096|Tamil Nadu 609608
Kerala 67 68 69|Kerala,Puducherry 6733|Lakshadweep 68255
West Bengal 70 71 72 73 74|Sikkim 737|Andaman and Nicobar Islands 744|Odisha 75 76 77
Assam 78|Arunachal Pradesh 790 791 792|Meghalaya 793 794|Manipur 795|Mizoram 796|Nagaland 797 798|Tripura 799
Bihar 80 81 82 84 85|Bihar,Jharkhand 813 814
Jharkhand 815 816 822 825 826 827 828 829 83`;

// Cities whose post offices share their first digits. A digit less would take in the countryside.
const cityRanges = `
Delhi 110|Faridabad 1210|Gurugram 1220|Rohtak 12400|Hisar 12500|Panipat 132103|Karnal 13200|Ambala 13300 13400|Panchkula 13410
Sonipat 13100|Kurukshetra 13611
Ludhiana 14100 14101|Amritsar 14300|Jalandhar 14400 14402|Patiala 14700|Bathinda 15100|Pathankot 14500
Chandigarh 16000 16001 16002 16003 16004 160101 160102|Mohali 160055 160059 160062 160071
Shimla 17100|Jammu 18000 18001|Srinagar 19000 19001|Leh 194101
Ghaziabad 20100 20101|Noida 20130|Aligarh 20200|Kanpur 20800 20801 20802|Prayagraj 21100 21101|Varanasi 22100 22101
Lucknow 22600 22601 22602|Bareilly 24300|Moradabad 24400|Saharanpur 24700|Meerut 25000|Gorakhpur 27300 27301
Mathura 28100|Agra 28200 28201|Jhansi 28400|Dehradun 24800|Haridwar 24940|Rishikesh 24920|Haldwani 263139
Alwar 30100|Jaipur 30200 30201 30202 30203|Ajmer 30500|Bhilwara 31100|Udaipur 31300|Kota 32400|Bikaner 33400|Jodhpur 34200
Rajkot 36000|Jamnagar 36100|Junagadh 36200|Bhavnagar 36400|Bhuj 37000|Ahmedabad 38000 38001 38002 38005 38006|Gandhinagar 38201
Nadiad 38700|Anand 38800|Vadodara 39000 39001 39002|Bharuch 39200|Surat 39500
Mumbai 400|Thane 4006|Navi Mumbai 4007|Panvel 410206|Pune 41100 41101 41102 41103 41104 41105 41106|Solapur 41300
Satara 41500|Kolhapur 41600|Sangli 416416|Dombivli 42120|Nashik 42200 42201|Dhule 42400|Jalgaon 42500
Chhatrapati Sambhajinagar 43100|Nanded 43160|Nagpur 44000 44001 44002 44003|Akola 44400|Amravati 44460
Panaji 403001|Margao 403601|Vasco da Gama 403802
Indore 45200 45201|Ratlam 45700|Ujjain 45600|Bhopal 46200 46201 46202 46203 46204|Sagar 47000|Gwalior 47400 47401
Jabalpur 48200|Satna 48500|Rewa 48600|Bhilai 49000 49002|Durg 49100|Raipur 49200|Bilaspur 49500
Hyderabad 500|Nizamabad 50300|Karimnagar 50500|Warangal 50600|Khammam 50700
Anantapur 51500|Kadapa 51600|Tirupati 51750|Kurnool 51800|Vijayawada 52000 52001|Guntur 52200|Ongole 52300|Nellore 52400
Visakhapatnam 53000 53001 53002 53004|Kakinada 53300|Rajamahendravaram 53310|Eluru 53400
Bengaluru 560|Mysuru 57000 57001 57002|Tumakuru 57210|Mangaluru 57500|Udupi 57610|Davanagere 57700|Shivamogga 57720
Dharwad 58000|Hubballi 58002 58003|Ballari 58310|Kalaburagi 58510|Vijayapura 58610|Belagavi 59000
Chennai 600|Puducherry 60500|Karaikal 609602|Thanjavur 61300|Tiruchirappalli 62000 62001 62002|Dindigul 62400|Madurai 62500 62501 62502
Tirunelveli 62700|Thoothukudi 62800|Nagercoil 62900|Vellore 63200|Hosur 635109|Salem 63600|Erode 63800|Tiruppur 64160
Coimbatore 64100 64101 64102 64103 64104
Kannur 67000|Kozhikode 67300 67301 67302|Palakkad 67800|Thrissur 68000 68001 68002|Kochi 68200 68201 68202 68203
Kottayam 68600|Alappuzha 68800|Kollam 69100 69101|Thiruvananthapuram 69500 69501 69502 69503
Kolkata 7000 7001|Howrah 71110|Durgapur 71320|Asansol 71330|Siliguri 73400|Gangtok 737101
Bhubaneswar 75100 75101 75102 75103|Puri 75200|Cuttack 75300 75301|Brahmapur 76000|Sambalpur 76800|Rourkela 76900 76901
Guwahati 78100 78101 78102 78103|Jorhat 78500|Dibrugarh 78600|Silchar 78800
Itanagar 791111|Shillong 79300|Imphal 79500|Aizawl 79600|Kohima 797001|Dimapur 797112|Agartala 79900
Patna 80000 80001 80002|Bhagalpur 81200|Gaya 82300|Muzaffarpur 84200|Darbhanga 84600
Hazaribagh 825301|Dhanbad 82600|Bokaro 82700|Jamshedpur 83100 83101|Ranchi 83400`;

/** By prefix: the name before the prefixes of each range. */
function readRanges(text: string): Map<string, string> {
  const ranges = new Map<string, string>();
  for (const range of text.trim().split(/[|\n]/)) {
    const [, name = '', prefixes = ''] = /^(\D+) ([\d ]+)$/.exec(range) ?? [];
    for (const prefix of prefixes.split(' ')) ranges.set(prefix, name);
  }
  return ranges;
}

const states = readRanges(stateRanges);
const cities = readRanges(cityRanges);

/** The value of the longest prefix of a PIN code. */
function findLongest(ranges: ReadonlyMap<string, string>, pincode: string): string | undefined {
  for (let length = pincode.length; length > 0; length -= 1) {
    const found = ranges.get(pincode.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * City and states of an Indian PIN code, with or without a space; null for other text and for digits in no known
 * range. New post offices follow the ranges, but borders move: a reason to ask, not to refuse an address.
 */
export function findPincodePlace(pincode: string): PincodePlace | null {
  const digits = parsePincode(pincode);
  if (digits === null) return null;
  const found = findLongest(states, digits);
  return found === undefined ? null : { city: findLongest(cities, digits), states: found.split(',') };
}

// Former and short names, in the form of `toComparableState`.
const stateAliases = new Map([
  ['orissa', 'odisha'],
  ['pondicherry', 'puducherry'],
  ['yanam', 'puducherry'],
  ['mahe', 'puducherry'],
  ['karaikal', 'puducherry'],
  ['uttaranchal', 'uttarakhand'],
  ['daman', 'dadranagarhavelidamandiu'],
  ['diu', 'dadranagarhavelidamandiu'],
  ['damandiu', 'dadranagarhavelidamandiu'],
  ['silvassa', 'dadranagarhavelidamandiu'],
  ['dadranagarhaveli', 'dadranagarhavelidamandiu'],
  ['dnhdd', 'dadranagarhavelidamandiu'],
  ['andamannicobar', 'andamannicobarislands'],
  ['chattisgarh', 'chhattisgarh'],
  ['newdelhi', 'delhi'],
  ['nctofdelhi', 'delhi'],
  ['jk', 'jammukashmir'],
  ['up', 'uttarpradesh'],
  ['mp', 'madhyapradesh'],
  ['hp', 'himachalpradesh'],
  ['ap', 'andhrapradesh'],
  ['tn', 'tamilnadu'],
  ['wb', 'westbengal'],
]);

/** Letters that are the same for spellings, former and short names of a state; empty for a name in another script. */
export function toComparableState(state: string): string {
  const letters = state.toLowerCase().replace(/\band\b|[^a-z]/g, '');
  return stateAliases.get(letters) ?? letters;
}
