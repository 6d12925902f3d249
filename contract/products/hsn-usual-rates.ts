// What groceries sell by the heading of the HSN code, with the usual rate of GST in percent: all headings of the
// chapters 1 to 24, 30, 33, 34, 39, 48 and 96, and others. `0/5` is by the kind of goods, such as fresh or dried; `L`
// is 5 % for pre-packaged and labelled goods, and 0 % for loose ones. Without a rate: no GST, as for alcohol, or no
// source.
//
// The rates are those since 22 September 2025, compared heading by heading with Notifications 9/2025 (taxable goods)
// and 10/2025 (exempt goods), Central Tax (Rate); tobacco and pan masala since 1 February 2026 with 19/2025. Conditions
// that groceries do not meet, such as seed quality, are left out.
const list = `
0101 Horses, asses 0/5|0102 Cattle, buffaloes 0|0103 Pigs 0|0104 Sheep, goats 0|0105 Poultry, live 0|0106 Other live animals 0
0201 Beef, buffalo meat, fresh 0|0202 Beef, buffalo meat, frozen L|0203 Pork 0/5|0204 Mutton, goat meat 0/5|0205 Horse meat 0/5
0206 Offal 0/5|0207 Chicken and other poultry 0/5|0208 Other meat 0/5|0209 Pig and poultry fat 0/5|0210 Salted, dried, smoked meat L
0301 Live fish 0|0302 Fish, fresh 0|0303 Fish, frozen L|0304 Fish fillets 0/5|0305 Dried, salted, smoked fish L
0306 Prawns, crabs 0/5|0307 Squid, mussels 0/5|0308 Other sea animals 0/5|0309 Fish meal for people 0/5
0401 Milk and cream 0|0402 Condensed milk, milk powder 5|0403 Curd, lassi, buttermilk (yogurt 5) L|0404 Whey 5
0405 Butter and ghee 5|0406 Cheese (5) and paneer (0) 0/5|0407 Eggs 0|0408 Egg powder, liquid egg 5|0409 Honey L|0410 Edible insects, bird nests 5
0501 Human hair 0|0502 Bristles 5|0504 Animal casings, guts 0/5|0505 Feathers 5|0506 Bones 0|0507 Horn, shell, ivory 0/5|0508 Shells, coral 5
0510 Musk, animal glands 5|0511 Other animal products 5|0601 Bulbs, roots 0|0602 Plants, saplings 0|0603 Cut flowers 0|0604 Leaves, foliage 0
0701 Potatoes 0|0702 Tomatoes 0|0703 Onions, garlic 0|0704 Cabbages, cauliflowers 0|0705 Lettuce 0|0706 Carrots, radishes, beetroot 0
0707 Cucumbers 0|0708 Fresh beans and peas 0|0709 Other fresh vegetables 0|0710 Frozen vegetables 0|0711 Vegetables in brine 0
0712 Dried vegetables 0|0713 Pulses L|0714 Tapioca, sweet potatoes (frozen and packed 5) 0/5
0801 Coconuts (0), cashews (5) 0/5|0802 Almonds, walnuts, pistachios, areca nuts (dried 5) 0/5|0803 Bananas 0
0804 Dates, figs, mangoes, pineapples (dried 5) 0/5|0805 Citrus fruit (dried 5) 0/5|0806 Grapes (0), raisins (5) 0/5|0807 Melons, papayas 0
0808 Apples, pears 0|0809 Apricots, cherries, peaches, plums 0|0810 Other fresh fruit 0|0811 Frozen fruit 5|0812 Fruit in brine 5
0813 Dried fruit (tamarind 0) 0/5|0814 Peel of citrus fruit and melons (fresh 0) 0/5
0901 Coffee, roasted (beans not roasted 0) 0/5|0902 Tea 5|0903 Maté 5|0904 Pepper, chillies 5|0905 Vanilla 5|0906 Cinnamon 5|0907 Cloves 5
0908 Nutmeg, cardamoms 5|0909 Cumin, coriander, fennel seeds 5|0910 Ginger, turmeric (fresh 0), saffron, other spices 0/5
1001 Wheat L|1002 Rye L|1003 Barley L|1004 Oats, grains L|1005 Maize, popping corn L|1006 Rice L|1007 Jowar L|1008 Bajra, ragi, other millets L
1101 Wheat flour L|1102 Other flour L|1103 Semolina, dalia, meal L|1104 Rolled oats, worked grains (hulled 0) 0/5|1105 Potato flour, flakes L
1106 Flour of pulses, sago, tamarind L|1107 Malt 5|1108 Starch, cornflour 5|1109 Wheat gluten 5
1201 Soya beans 5|1202 Groundnuts 5|1203 Copra 5|1204 Linseed, flax seeds 5|1205 Rape seeds 5|1206 Sunflower seeds 5
1207 Sesame, mustard, poppy seeds 5|1208 Flour of oil seeds 5|1209 Seeds for sowing (0) 0/5|1210 Hops (fresh 0) 0/5
1211 Herbs for perfume and medicine (fresh 0) 0/5|1212 Seaweed, sugar cane (fresh 0) 0/5|1213 Straw, husks 0|1214 Hay, fodder 0
1301 Asafoetida, gums (lac 0) 0/5|1302 Plant extracts, agar, pectin 5|1401 Bamboo, rattan, leaves for plaiting 0/5
1404 Soap nuts, mehendi (betel leaves, broom fibre 0) 0/5
1501 Lard 5|1502 Tallow 5|1503 Lard oil 5|1504 Fish oil 5|1505 Wool grease 5|1506 Other animal fat 5|1507 Soya-bean oil 5|1508 Groundnut oil 5
1509 Olive oil 5|1510 Olive pomace oil 5|1511 Palm oil 5|1512 Sunflower, safflower, cotton seed oil 5|1513 Coconut oil 5|1514 Mustard, rape oil 5
1515 Sesame, castor and other oils 5|1516 Vanaspati, hydrogenated fat 5|1517 Margarine, mixed edible oils 5|1518 Boiled, blown oils 5
1520 Crude glycerol 5|1521 Vegetable wax, beeswax 5|1522 Residues of fats 5|1601 Sausages 5|1602 Prepared meat 5|1603 Meat and fish extracts 5
1604 Canned fish 5|1605 Prepared prawns, shellfish 5|1701 Sugar (loose jaggery 0) 0/5|1702 Mishri, batasha, glucose, syrups (loose jaggery 0, artificial honey 18) 0/5/18
1703 Molasses 5|1704 Sweets without cocoa 5|1801 Cocoa beans 5|1802 Cocoa shells 5|1803 Cocoa paste 5|1804 Cocoa butter 5|1805 Cocoa powder 5
1806 Chocolate 5|1901 Malt drinks, baby food, food of flour (loose millet flour 0) 0/5|1902 Pasta, noodles, vermicelli 5|1903 Tapioca pearls, sago 5
1904 Breakfast cereals (5), puffed and flattened rice (loose 0) 0/5|1905 Bread, roti, papad (0), biscuits, cakes, rusks (5) 0/5
2001 Pickles in vinegar 5|2002 Prepared tomatoes 5|2003 Prepared mushrooms 5|2004 Prepared vegetables, frozen, fries 5
2005 Other prepared vegetables, chips 5|2006 Candied fruit, murabba 5|2007 Jams 5|2008 Prepared fruit and nuts, peanut butter 5
2009 Juices (loose tender coconut water 0) 0/5|2101 Instant coffee and tea 5|2102 Yeast, baking powder 5|2103 Sauces, ketchup, masala mixes 5|2104 Soups 5
2105 Ice cream 5|2106 Namkeen, sweets, batters, other food (parathas 0, pan masala 40) 0/5/40
2201 Water (mineral and in sealed packs 5) 0/5|2202 Soft drinks (40), drinks of milk, soya and fruit pulp (5) 5/40|2203 Beer|2204 Wine|2205 Vermouth
2206 Cider, toddy|2207 Spirits, denatured 5/18|2208 Whisky, rum, other liquor|2209 Vinegar 18|2301 Meat and fish meal 0/5|2302 Bran, husk 0/5
2303 Starch residues, bagasse 5|2304 Soya-bean cake 5|2305 Groundnut cake 5|2306 Other oil cake 0/5|2307 Wine lees 5|2308 Plant feed 0
2309 Feed for cattle, poultry, fish (0), pet food|2401 Tobacco leaves (5), unmanufactured tobacco (40) 5/40|2402 Cigarettes, cigars 40
2403 Chewing tobacco, hookah (40), biris (18) 18/40|2404 Nicotine products (18), heated tobacco (40) 18/40|2501 Salt 0
2828 Bleach, hypochlorites|2836 Baking soda, washing soda, other carbonates|2847 Hydrogen peroxide (medicinal 5)
3001 Glands for medicine 5|3002 Vaccines, sera (blood 0) 0/5|3003 Medicines, mixed, not in doses 5|3004 Medicines in doses (listed drugs 0) 0/5
3005 Bandages, plasters 5|3006 First-aid kits, contraceptives (0) 0/5|3301 Essential oils 5/18|3302 Fragrance and flavour mixtures 18
3303 Perfume, toilet water 18|3304 Cosmetics (18), talcum and face powder (5), kajal, kumkum, bindi, sindoor (0) 0/5/18
3305 Hair oil, shampoo (5), hair colour, conditioner (18) 5/18|3306 Toothpaste, tooth powder, floss (5), mouthwash (18) 5/18
3307 Shaving cream, aftershave, agarbatti, dhoop (5), deodorants, room fresheners (18) 5/18
3401 Toilet soap in bars (5), other soap, hand wash (18) 5/18|3402 Detergents, cleaners 18|3403 Lubricants 18|3404 Artificial wax 18|3405 Polish, scouring powder 18
3406 Candles 5|3407 Modelling clay 18|3503 Gelatin 5|3505 Dextrin, modified starch 5|3506 Glue 18|3605 Matches 5|3606 Lighter fuel 18
3808 Insecticides, mosquito repellents, disinfectants (listed bio-pesticides 5) 5/18|3822 Test kits 5
3901 Polyethylene, raw 18|3902 Polypropylene, raw 18|3903 Polystyrene, raw 18|3904 PVC, raw 18|3905 Polyvinyl acetate, raw 18|3906 Acrylics, raw 18
3907 Polyesters, raw 18|3908 Polyamides, raw 18|3909 Amino and phenol resins, raw 18|3910 Silicones, raw 18|3911 Resins, raw 18|3912 Cellulose, raw 18
3913 Natural polymers, raw 18|3914 Ion exchangers 18|3915 Plastic waste 18|3916 Plastic rods 18|3917 Plastic pipes 18|3918 Plastic floor covers 18
3919 Adhesive tape 18|3920 Plastic film, cling film 18|3921 Other plastic sheets 18|3922 Plastic basins, seats 18|3923 Plastic bags, bottles, boxes 18
3924 Plastic tableware, kitchenware, household goods 18|3925 Plastic building ware 18|3926 Other plastic goods (feeding bottles 5, bangles 0) 0/5/18
4014 Nipples of feeding bottles (5), condoms (0), hot water bottles (18) 0/5/18|4015 Gloves (medical 5) 5/18|4016 Erasers (0), rubber bands (5), other rubber goods (18) 0/5/18
4202 Bags (of cotton and jute 5) 5/18|4402 Charcoal 0|4419 Wooden tableware 5|4421 Other wooden goods 5/18|4602 Baskets 5
4801 Newsprint 5|4802 Writing paper (for exercise books 0) 0/18|4803 Tissue stock 18|4804 Kraft paper 18|4805 Other uncoated paper 18|4806 Baking, butter paper 18
4807 Composite paper 18|4808 Corrugated, creped paper 18|4809 Carbon paper in rolls 18|4810 Paper coated with clay 18|4811 Other coated paper 18
4812 Filter blocks 18|4813 Cigarette paper 18|4814 Wallpaper 18|4816 Carbon paper 18|4817 Envelopes (18), boxes of stationery (5) 5/18
4818 Tissues, toilet paper, napkins 18|4819 Cartons and boxes (5), paper bags (18) 5/18|4820 Exercise books, notebooks (0), registers, diaries (18) 0/18
4821 Labels 18|4822 Bobbins of paper 18|4823 Paper plates, cups, filters (18), kites (5) 5/18|4901 Books (0), leaflets (5) 0/5|4902 Newspapers, magazines 0
4903 Colouring books 0|4909 Greeting cards 18|4910 Calendars 18|5601 Cotton wool 5|6301 Blankets (above ₹2500 18) 5/18
6302 Towels, bed linen (above ₹2500 18) 5/18|6304 Other furnishing textiles (above ₹2500 18) 5/18|6307 Dusters, mops, masks (above ₹2500 18) 5/18
6601 Umbrellas 5|6911 Porcelain tableware 5|6912 Ceramic tableware (clay lamps, earthen pots 0) 0/5|7010 Glass bottles, jars 18|7013 Glassware 18
7319 Knitting needles 18|7321 Stoves (kerosene and wood 5) 5/18|7323 Steel utensils (5), scourers (18) 5/18|7418 Copper utensils 5/18|7607 Aluminium foil 18
7615 Aluminium utensils 5/18|8201 Garden tools 0|8205 Hand tools 18|8211 Knives 18|8212 Razors, blades 18|8213 Scissors 18
8214 Other cutlery (pencil sharpeners 0) 0/18|8215 Spoons, forks 18|8301 Padlocks 18|8306 Ornaments, bells of metal 5|8506 Batteries 18
8509 Mixers, grinders 18|8510 Shavers, trimmers 18|8513 Torches 18|8516 Heaters, irons, ovens (solar cookers 5) 5/18|8539 Bulbs 18
9404 Pillows, quilts, mattresses 5/18|9405 Lamps (kerosene 5) 5/18|9503 Toys (electronic 18) 5/18|9504 Playing cards, board games (5), video games (18) 5/18
9505 Decorations for festivals 18|9601 Worked bone, horn, coral 5|9602 Moulded wax, gelatin capsules 18
9603 Brooms of twigs (0), toothbrushes (5), other brushes (18) 0/5/18|9604 Sieves 18|9605 Travel sets 18|9606 Buttons 18|9607 Zips 5|9608 Pens 18
9609 Pencils, crayons, chalk 0|9610 Slates (0), boards (18) 0/18|9611 Stamps, numbering 18|9612 Ink pads, ribbons 18|9613 Lighters 18
9614 Smoking pipes 40|9615 Combs, hair pins 5|9616 Scent sprays, powder puffs 18|9617 Vacuum flasks 18|9618 Mannequins 18
9619 Diapers (5), sanitary pads (0) 0/5|9620 Tripods 18`;

const headings = new Map(
  list
    .trim()
    .split(/[|\n]/)
    .map((line) => {
      const [, heading = '', name = '', rate] = /^(\d{4}) (.+?)(?: (L|\d+(?:\/\d+)*))?$/.exec(line) ?? [];
      return [heading, rate === undefined ? name : `${name}: usually ${toRateText(rate)}`] as const;
    }),
);

function toRateText(rate: string): string {
  return rate === 'L' ? '5 % GST packed, 0 % loose' : `${rate.replaceAll('/', ' or ')} % GST`;
}

/** What groceries sell under the heading of an HSN code, with the usual rate; undefined for other headings. */
export function findGroceryHeading(code: string): string | undefined {
  return headings.get(code.slice(0, 4));
}
